package io.github.leaderelection.autoconfigure.eligibility;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.internal.eligibility.EligibilityWatch;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipEligibility;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which nodes stand for election: paused ones do not, nor those of which the application
 * says that they are not fit.
 */
class EligibilityTests {

	private static final String OFTEN = "leader-election.eligibility.check-interval=10ms";

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionEligibilityAutoConfiguration.class,
				ApplicationAvailabilityAutoConfiguration.class))
		.withBean(Revocations.class);

	@Test
	void pausedNodeGivesUpStaysOutAcrossARestartOfTheContextAndLeadsOnceItIsResumed() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			elector.eligibility().pause().toCompletableFuture().get(30, TimeUnit.SECONDS);
			assertThat(elector.isLeader()).isFalse();
			awaitRevocations(context, RevocationReason.INELIGIBLE);

			ConfigurableApplicationContext application = context.getSourceApplicationContext();
			application.stop();
			assertThat(elector.eligibility().isPaused()).isTrue();
			application.start();
			awaitProblem(elector, "There is no leader");
			assertThat(elector.status().problems()).anyMatch((each) -> each.contains("it is paused: resume it"));
			assertThat(elector.isLeader()).isFalse();

			elector.eligibility().resume();
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
		});
	}

	@Test
	void nodeThatIsPausedBeforeItStartsNeverLeads() {
		this.runner.withBean(Pauser.class).run((context) -> {
			LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
			awaitProblem(elector, "There is no leader");
			assertThat(elector.isLeader()).isFalse();
			assertThat(context.getBean(Revocations.class).reasons).isEmpty();
		});
	}

	@Test
	void nobodyIsAskedWhereNobodyHasASay() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			assertThat(context).hasSingleBean(EligibilityWatch.class).doesNotHaveBean(LeadershipEligibility.class);
		});
	}

	@Test
	void readinessDecidesWhereThatIsWanted() {
		this.runner.withPropertyValues("leader-election.eligibility.require-readiness=true").run((context) -> {
			LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
			awaitProblem(elector, "its readiness state is REFUSING_TRAFFIC");
			assertThat(elector.isLeader()).isFalse();

			AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);

			AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
			awaitRevocations(context, RevocationReason.INELIGIBLE);
			assertThat(elector.isLeader()).isFalse();
		});
	}

	@Test
	void beanOfTheApplicationDecides() {
		this.runner.withPropertyValues(OFTEN).withBean(SearchIndex.class).run((context) -> {
			LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
			awaitProblem(elector, "because its index is being built");
			context.getBean(SearchIndex.class).built = true;
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
			assertThat(elector.status().problems()).isEmpty();
		});
	}

	@Test
	void oneOfSeveralGroupsMayBeForbidden() {
		LeadershipEligibility notBilling = (group) -> group.equals("billing") ? "it keeps no books" : null;
		this.runner.withPropertyValues(OFTEN, "leader-election.groups.billing.priority=2")
			.withBean("books", LeadershipEligibility.class, () -> notBilling)
			.run((context) -> {
				Standalone.awaitLeader(context);
				LeaderElector billing = context.getBean(LeaderElectorRegistry.class).elector("billing");
				awaitProblem(billing, "it keeps no books");
				assertThat(billing.isLeader()).isFalse();
			});
	}

	@Test
	void childThatFindsNothingDoesNotOverruleItsParent() {
		LeadershipEligibility never = (group) -> "its parent objects";
		AtomicInteger approved = new AtomicInteger();
		LeadershipEligibility always = (group) -> {
			approved.incrementAndGet();
			return null;
		};
		this.runner
			.withPropertyValues("leader-election.eligibility.check-interval=1m",
					"leader-election.eligibility.check-timeout=1m")
			.withBean("of-the-parent", LeadershipEligibility.class, () -> never)
			.run((parent) -> {
				LeaderElector elector = parent.getBean("leaderElector", LeaderElector.class);
				awaitProblem(elector, "its parent objects");
				this.runner.withParent(parent)
					.withPropertyValues(OFTEN)
					.withBean("of-the-child", LeadershipEligibility.class, () -> always)
					.run((child) -> {
						Awaitility.await().atMost(Standalone.PATIENCE).until(() -> approved.get() > 2);
						awaitProblem(elector, "its parent objects");
						assertThat(elector.isLeader()).isFalse();
					});
				awaitProblem(elector, "its parent objects");
			});
	}

	@Test
	void childObjectsAsLongAsItIsThere() {
		this.runner.withPropertyValues(OFTEN).run((parent) -> {
			LeaderElector elector = Standalone.awaitLeader(parent);
			this.runner.withParent(parent).withPropertyValues(OFTEN).withBean(SearchIndex.class).run((child) -> {
				awaitProblem(elector, "because its index is being built");
				// The problem is shown before the node gives its leadership up.
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !elector.isLeader());
			});
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
		});
	}

	@Test
	void parentAloneAsksItsBeans() {
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		LeadershipEligibility check = (group) -> {
			threads.add(Thread.currentThread());
			return null;
		};
		this.runner.withPropertyValues(OFTEN)
			.withBean("of-the-parent", LeadershipEligibility.class, () -> check)
			.run((parent) -> {
				Standalone.awaitLeader(parent);
				this.runner.withParent(parent).withPropertyValues(OFTEN).run((child) -> {
					AvailabilityChangeEvent.publish(child, ReadinessState.REFUSING_TRAFFIC);
					Standalone.awaitLeader(parent);
				});
			});
		assertThat(threads).hasSize(1);
	}

	@Test
	void checkThatFailsIsAnObjection() {
		this.runner.withPropertyValues(OFTEN).withBean("database", LeadershipEligibility.class, () -> (group) -> {
			throw new IllegalStateException("away");
		})
			.run((context) -> awaitProblem(context.getBean("leaderElector", LeaderElector.class),
					"its eligibility check 'database' failed: java.lang.IllegalStateException: away"));
	}

	@Test
	void checkThatHangsIsAnObjectionUntilItAnswers() {
		CountDownLatch answer = new CountDownLatch(1);
		this.runner.withPropertyValues(OFTEN, "leader-election.eligibility.check-timeout=10ms")
			.withBean("database", LeadershipEligibility.class, () -> (group) -> await(answer))
			.run((context) -> {
				LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
				awaitProblem(elector, "its eligibility checks [database] have not answered");
				assertThat(elector.isLeader()).isFalse();
				answer.countDown();
				Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
			});
	}

	private static @Nullable String await(CountDownLatch answer) {
		try {
			return answer.await(1, TimeUnit.MINUTES) ? null : "never answered";
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return "interrupted";
		}
	}

	@Test
	void timesThatCannotBeAreExplained() {
		this.runner.withPropertyValues("leader-election.eligibility.check-interval=1ms")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("eligibility.check-interval=1ms: The interval is not between 10ms and 1m"));
		this.runner
			.withPropertyValues("leader-election.eligibility.check-interval=1s",
					"leader-election.eligibility.check-timeout=500ms")
			.run((context) -> {
				Throwable failure = context.getStartupFailure();
				assertThat(failure).rootCause().hasMessageContaining("not between the interval and 10m");
				assertThat(failure).hasStackTraceContaining("leader-election.eligibility.check-timeout=500ms")
					.hasStackTraceContaining("(leader-election.eligibility.check-interval)")
					.hasStackTraceContaining("Omit it");
			});
	}

	@Test
	void pausedLeaderHandsOverAndTheClusterKeepsItsQuorum() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY).start()) {
			ConfigurableApplicationContext first = cluster.awaitLeader("default");
			TestCluster.elector(first, "default").eligibility().pause().toCompletableFuture().get(30, TimeUnit.SECONDS);
			ConfigurableApplicationContext second = cluster.awaitLeader("default");
			assertThat(second).isNotSameAs(first);
			TestCluster.elector(second, "default")
				.eligibility()
				.pause()
				.toCompletableFuture()
				.get(30, TimeUnit.SECONDS);
			ConfigurableApplicationContext third = cluster.awaitLeader("default");
			assertThat(third).isNotSameAs(first).isNotSameAs(second);

			TestCluster.elector(third, "default").eligibility().pause().toCompletableFuture().get(30, TimeUnit.SECONDS);
			for (ConfigurableApplicationContext context : cluster.contexts()) {
				awaitProblem(TestCluster.elector(context, "default"), "There is no leader because neither this node");
			}
			TestCluster.elector(first, "default").eligibility().resume();
			assertThat(cluster.awaitLeader("default")).isSameAs(first);
		}
	}

	private static void awaitProblem(LeaderElector elector, String text) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(elector.status().problems()).anyMatch((problem) -> problem.contains(text)));
	}

	private static void awaitRevocations(ApplicationContext context, RevocationReason... reasons) {
		Revocations heard = context.getBean(Revocations.class);
		Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(heard.reasons).endsWith(reasons));
	}

	/**
	 * Remembers why grants ended.
	 */
	static class Revocations {

		private final List<RevocationReason> reasons = new CopyOnWriteArrayList<>();

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.reasons.add(event.reason());
		}

	}

	/**
	 * Pauses while the application is being made.
	 */
	static class Pauser {

		Pauser(LeaderElector elector) {
			elector.eligibility().pause();
		}

	}

	/**
	 * Objects until it is built.
	 */
	static class SearchIndex implements LeadershipEligibility {

		private volatile boolean built;

		@Override
		public @Nullable String whyNot(String group) {
			return this.built ? null : "its index is being built";
		}

	}

}
