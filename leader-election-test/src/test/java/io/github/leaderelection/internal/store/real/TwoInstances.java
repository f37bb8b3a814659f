package io.github.leaderelection.internal.store.real;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of an application that lead by a lease in one store.
 *
 * @param runner starts them, with the store
 */
public record TwoInstances(ApplicationContextRunner runner) {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** One resigns, and the other leads under a larger token. */
	public void leadInTurn() {
		ApplicationContextRunner shared = this.runner.withPropertyValues("leader-election.lease-duration=8s",
				"leader-election.retry-interval=100ms", "leader-election.assume-new=true");
		shared.withPropertyValues("leader-election.node-id=a").run((a) -> {
			shared.withPropertyValues("leader-election.node-id=b").run((b) -> {
				List<LeaderElector> electors = List.of(elector(a), elector(b));
				LeaderElector first = Awaitility.await()
					.atMost(PATIENCE)
					.until(() -> electors.stream().filter(LeaderElector::isLeader).findFirst().orElse(null),
							(leader) -> leader != null);
				long token = token(first);
				LeaderElector second = (first == electors.get(0)) ? electors.get(1) : electors.get(0);
				assertThat(second.isLeader()).isFalse();
				first.resign().toCompletableFuture().get();
				Awaitility.await().atMost(PATIENCE).until(second::isLeader);
				assertThat(token(second)).isGreaterThan(token);
				Awaitility.await().atMost(PATIENCE).until(() -> first.leader().isPresent());
				assertThat(first.leader()).get().extracting((info) -> info.id()).isEqualTo(second.status().node());
			});
		});
	}

	/**
	 * A release is told by the store: the next look of the one who waits is at least
	 * sixteen seconds away.
	 */
	public void followAReleaseLongBeforeTheNextLook() {
		ApplicationContextRunner patient = this.runner.withPropertyValues("leader-election.lease-duration=60s",
				"leader-election.retry-interval=20s", "leader-election.assume-new=true");
		patient.withPropertyValues("leader-election.node-id=a").run((a) -> {
			LeaderElector first = elector(a);
			Awaitility.await().atMost(PATIENCE).until(first::isLeader);
			patient.withPropertyValues("leader-election.node-id=b").run((b) -> followARelease(first, b));
		});
	}

	private static void followARelease(LeaderElector first, AssertableApplicationContext waiting) throws Exception {
		awaitHints(waiting);
		first.resign().toCompletableFuture().get();
		Awaitility.await().atMost(Duration.ofSeconds(15)).until(elector(waiting)::isLeader);
	}

	private static void awaitHints(AssertableApplicationContext waiting) {
		Awaitility.await().atMost(PATIENCE).until(() -> elector(waiting).leader().isPresent());
		Awaitility.await().atMost(PATIENCE).until(waiting.getBean(LeaseStore.class)::tellsChanges);
	}

	/** The elector of an instance that has started. */
	public static LeaderElector elector(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		return context.getBean("leaderElector", LeaderElector.class);
	}

	private static long token(LeaderElector elector) {
		return elector.leadership().map(Leadership::fencingToken).orElse(-1L);
	}

}
