package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.lifecycle.LeadershipEventPublisher;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionLifecycle}, the events and the order of a stop.
 */
class ElectionLifecycleTests {

	/** Ten heartbeats, each of which renews the lease. */
	private static final long SEVERAL_RENEWALS_NANOS = 500_000_000;

	private final ApplicationContextRunner runner = Standalone.runner()
		.withUserConfiguration(RecorderConfiguration.class);

	@Test
	void startsAfterTheWebServerAndStopsBeforeItsGracefulShutdown() {
		assertThat(ElectionLifecycle.PHASE).isGreaterThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE)
			.isGreaterThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE)
			.isLessThan(Integer.MAX_VALUE);
	}

	@Test
	void grantIsToldOfAfterItIsInForce() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Recorder recorder = context.getBean(Recorder.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> recorder.events.size() == 2);
			assertThat(recorder.events.get(0)).isInstanceOfSatisfying(LeadershipGrantedEvent.class, (granted) -> {
				assertThat(granted.group()).isEqualTo("default");
				assertThat(granted.node()).isEqualTo(elector.status().node());
				assertThat(granted.fencingToken()).isEqualTo(elector.status().fencingToken());
				assertThat(granted.term()).isPositive();
				assertThat(granted.at()).isNotNull();
			});
			assertThat(recorder.events.get(1)).isInstanceOfSatisfying(LeaderChangedEvent.class, (changed) -> {
				assertThat(changed.leader()).isEqualTo(elector.status().node());
				assertThat(changed.fencingToken()).isEqualTo(elector.status().fencingToken());
			});
			assertThat(recorder.leadingWhenGranted).isTrue();
		});
	}

	@Test
	void revocationAtAStopIsToldOf() {
		List<Object> events = new ArrayList<>();
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			Recorder recorder = context.getBean(Recorder.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> recorder.events.size() == 2);
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).close();
			events.addAll(recorder.events);
		});
		LeadershipGrantedEvent granted = (LeadershipGrantedEvent) events.get(0);
		assertThat(events).hasSize(4);
		assertThat(events.get(2)).isInstanceOfSatisfying(LeadershipRevokedEvent.class, (revoked) -> {
			assertThat(revoked.reason()).isEqualTo(RevocationReason.STOPPED);
			assertThat(revoked.fencingToken()).isEqualTo(granted.fencingToken());
		});
		assertThat(events.get(3)).isInstanceOfSatisfying(LeaderChangedEvent.class, (changed) -> {
			assertThat(changed.leader()).isNull();
			assertThat(changed.term()).isEqualTo(granted.term());
			assertThat(changed.fencingToken()).isEqualTo(granted.fencingToken());
		});
	}

	@Test
	void runningWorkIsAwaitedAndNothingNewIsAdmitted() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Recorder recorder = context.getBean(Recorder.class);
			Jobs jobs = context.getBean(Jobs.class);
			CompletableFuture<String> running = CompletableFuture.supplyAsync(jobs::slow);
			assertThat(jobs.begun().await(60, TimeUnit.SECONDS)).isTrue();
			CompletableFuture<Void> closing = CompletableFuture
				.runAsync(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::close);
			assertThat(recorder.closing.await(60, TimeUnit.SECONDS)).isTrue();
			Duration left = elector.status().leaseRemaining();
			long endNanos = System.nanoTime() + left.toNanos();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> {
				assertThat(jobs.quick()).isNull();
				assertThat(elector.isLeader()).isTrue();
				long nowNanos = System.nanoTime();
				return nowNanos + elector.status().leaseRemaining().toNanos() - endNanos > SEVERAL_RENEWALS_NANOS;
			});
			assertThat(recorder.events).noneMatch(LeadershipRevokedEvent.class::isInstance);
			assertThat(running).isNotDone();
			assertThat(closing).isNotDone();
			jobs.end().countDown();
			closing.get(60, TimeUnit.SECONDS);
			assertThat(running.get()).isEqualTo("done, still leading: true");
			assertThat(elector.isLeader()).isFalse();
			assertThat(recorder.events).anyMatch(LeadershipRevokedEvent.class::isInstance);
		});
	}

	@Test
	void nothingIsAdmittedFromTheFirstInstantOfAStop() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.quick()).isEqualTo("ran");
			Recorder recorder = context.getBean(Recorder.class);
			recorder.atClose = () -> recorder.seenAtClose = jobs.quick() == null;
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).close();
			assertThat(recorder.seenAtClose).isTrue();
		});
	}

	@Test
	void leaderWithoutRunningWorkHandsOverWhileTheApplicationStillCloses() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			Recorder recorder = context.getBean(Recorder.class);
			recorder.atClose = () -> {
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> recorder.events.stream().anyMatch(LeadershipRevokedEvent.class::isInstance));
				recorder.seenAtClose = !recorder.elector().isLeader()
						&& context.getBean(ElectionLifecycle.class).isRunning();
			};
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).close();
			assertThat(recorder.seenAtClose).isTrue();
		});
	}

	@Test
	void workThatDoesNotEndHoldsAStopNoLongerThanTheDrainTimeout() {
		this.runner.withPropertyValues("leader-election.drain-timeout=300ms").run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			CompletableFuture<String> running = CompletableFuture.supplyAsync(jobs::slow);
			assertThat(jobs.begun().await(60, TimeUnit.SECONDS)).isTrue();
			long before = System.nanoTime();
			context.getBean(ElectionLifecycle.class).stop();
			assertThat(System.nanoTime() - before).isBetween(TimeUnit.MILLISECONDS.toNanos(300),
					TimeUnit.SECONDS.toNanos(15));
			assertThat(elector.isLeader()).isFalse();
			jobs.end().countDown();
			assertThat(running.get(60, TimeUnit.SECONDS)).contains("still leading: false");
		});
	}

	@Test
	void leadershipGoesOnUntilWhatStandsBesideItHasEnded() {
		Beside beside = new Beside();
		this.runner.withBean(NodeExtension.class, () -> beside).run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			assertThat(beside.groups).containsExactly("default");
			CompletableFuture<Void> closing = CompletableFuture
				.runAsync(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::close);
			assertThat(context.getBean(Recorder.class).closing.await(60, TimeUnit.SECONDS)).isTrue();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> beside.stops.get() == 2);
			assertThat(elector.isLeader()).isTrue();
			assertThat(context.getBean(Jobs.class).quick()).isNull();
			beside.ended.complete(null);
			closing.get(60, TimeUnit.SECONDS);
			assertThat(elector.isLeader()).isFalse();
		});
	}

	@Test
	void whatDoesNotEndBesideLeadershipHoldsAStopNoLongerThanTheDrainTimeout() {
		this.runner.withBean(NodeExtension.class, Beside::new)
			.withPropertyValues("leader-election.drain-timeout=300ms")
			.run((context) -> {
				LeaderElector elector = Standalone.awaitLeader(context);
				Jobs jobs = context.getBean(Jobs.class);
				CompletableFuture<String> running = CompletableFuture.supplyAsync(jobs::slow);
				assertThat(jobs.begun().await(60, TimeUnit.SECONDS)).isTrue();
				context.getBean(ElectionLifecycle.class).stop();
				assertThat(elector.isLeader()).isFalse();
				jobs.end().countDown();
				assertThat(running.get(60, TimeUnit.SECONDS)).contains("still leading: false");
			});
	}

	@Test
	void startsAndStopsAnyNumberOfTimes() {
		this.runner.run((context) -> {
			ConfigurableApplicationContext application = context
				.getSourceApplicationContext(ConfigurableApplicationContext.class);
			Recorder recorder = context.getBean(Recorder.class);
			Jobs jobs = context.getBean(Jobs.class);
			long token = 0;
			for (int round = 0; round < 3; round++) {
				LeaderElector elector = Standalone.awaitLeader(context);
				long next = elector.leadership().orElseThrow().fencingToken();
				assertThat(next).isGreaterThan(token);
				token = next;
				assertThat(jobs.quick()).isEqualTo("ran");
				application.stop();
				assertThat(context.getBean(ElectionLifecycle.class).isRunning()).isFalse();
				assertThat(elector.isLeader()).isFalse();
				assertThat(jobs.quick()).isNull();
				application.start();
			}
			Standalone.awaitLeader(context);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(recorder.events).filteredOn(LeadershipGrantedEvent.class::isInstance)
					.hasSize(4));
			assertThat(recorder.events).filteredOn(LeadershipRevokedEvent.class::isInstance).hasSize(3);
		});
	}

	@Test
	void pausesAndRestartsWithTheContext() {
		this.runner.run((context) -> {
			ConfigurableApplicationContext application = context
				.getSourceApplicationContext(ConfigurableApplicationContext.class);
			LeaderElector elector = Standalone.awaitLeader(context);
			application.pause();
			assertThat(elector.isLeader()).isFalse();
			application.restart();
			Standalone.awaitLeader(context);
		});
	}

	@Test
	void closingOfAnotherContextChangesNothing() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			ConfigurableApplicationContext other = new GenericApplicationContext(context.getSourceApplicationContext());
			other.refresh();
			other.close();
			assertThat(context.getBean(Jobs.class).quick()).isEqualTo("ran");
		});
	}

	@Test
	void nothingIsPublishedAfterTheStop() {
		List<Object> published = new ArrayList<>();
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			LeadershipEventPublisher publisher = new LeadershipEventPublisher(
					new BeanLeaderElectorRegistry(List.of(elector)), published::add);
			publisher.open();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> published.size() == 2);
			publisher.close();
			context.getBean(ElectionLifecycle.class).stop();
		});
		assertThat(published).hasSize(2);
	}

	private static final class Beside implements NodeExtension {

		private final List<String> groups = new ArrayList<>();

		private final AtomicInteger stops = new AtomicInteger();

		private final CompletableFuture<Void> ended = new CompletableFuture<>();

		@Override
		public void extend(ElectionNodeBuilder node) {
			this.groups.addAll(node.groups().keySet());
		}

		@Override
		public CompletionStage<Void> stop(String group) {
			this.stops.incrementAndGet();
			return this.ended;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RecorderConfiguration {

		@Bean
		Recorder recorder(ObjectProvider<LeaderElector> elector) {
			return new Recorder(elector);
		}

		@Bean
		Jobs jobs(LeaderElector elector) {
			return new Jobs(elector);
		}

	}

	static class Recorder {

		private final List<Object> events = Collections.synchronizedList(new ArrayList<>());

		private final CountDownLatch closing = new CountDownLatch(1);

		private final ObjectProvider<LeaderElector> elector;

		private volatile boolean leadingWhenGranted;

		private volatile boolean seenAtClose;

		private volatile Runnable atClose = () -> {
		};

		Recorder(ObjectProvider<LeaderElector> elector) {
			this.elector = elector;
		}

		LeaderElector elector() {
			return this.elector.getObject();
		}

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.leadingWhenGranted = elector().isLeader();
			this.events.add(event);
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.events.add(event);
		}

		@EventListener
		void changed(LeaderChangedEvent event) {
			this.events.add(event);
		}

		@EventListener
		void closed(ContextClosedEvent event) {
			this.atClose.run();
			this.closing.countDown();
		}

	}

	static class Jobs {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private final LeaderElector elector;

		Jobs(LeaderElector elector) {
			this.elector = elector;
		}

		/** The object may be a proxy, whose own fields are empty. */
		CountDownLatch begun() {
			return this.begun;
		}

		CountDownLatch end() {
			return this.end;
		}

		@LeaderOnly
		public String quick() {
			return "ran";
		}

		@LeaderOnly
		public String slow() {
			this.begun.countDown();
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return "done, still leading: " + this.elector.isLeader();
		}

	}

}
