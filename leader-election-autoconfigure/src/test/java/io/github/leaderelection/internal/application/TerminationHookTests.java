package io.github.leaderelection.internal.application;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TerminationHook}.
 */
class TerminationHookTests {

	private final List<Thread> added = new ArrayList<>();

	private final AtomicInteger told = new AtomicInteger();

	private final List<Long> pauses = new ArrayList<>();

	private boolean isEnding;

	private final TerminationHook hook = TerminationHook.of(new TerminationHook.Hooks() {

		@Override
		public void add(Thread thread) {
			refuseAtTheEnd();
			TerminationHookTests.this.added.add(thread);
		}

		@Override
		public void remove(Thread thread) {
			refuseAtTheEnd();
			TerminationHookTests.this.added.remove(thread);
		}

		@Override
		public void pause(long millis) {
			TerminationHookTests.this.pauses.add(millis);
		}

		private void refuseAtTheEnd() {
			if (TerminationHookTests.this.isEnding) {
				throw new IllegalStateException("Shutdown in progress");
			}
		}

	});

	@Test
	void actionRunsOnceTheJvmEnds() {
		this.hook.register(this.told::incrementAndGet);
		assertThat(this.told).hasValue(0);
		this.added.get(0).run();
		assertThat(this.told).hasValue(1);
	}

	@Test
	void eachStartAddsOneAndEachStopRemovesIt() {
		for (int start = 0; start < 3; start++) {
			this.hook.register(this.told::incrementAndGet);
			this.hook.register(this.told::incrementAndGet);
			assertThat(this.added).hasSize(1);
			this.hook.remove();
			this.hook.remove();
			assertThat(this.added).isEmpty();
		}
	}

	@Test
	void jvmThatEndsAlreadyIsNoFailure() {
		this.hook.register(this.told::incrementAndGet);
		this.isEnding = true;
		this.hook.remove();
		this.hook.register(this.told::incrementAndGet);
		assertThat(this.added).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "true, true, 2, 1", "false, true, 2, 0", "true, false, 2, 0", "true, true, 1, 0" })
	void whoLeavesToOthersGivesWayAsTheJvmEnds(boolean isEnding, boolean leaves, int quorum, int pauses) {
		this.isEnding = isEnding;
		LeaderElector elector = Mockito.mock(LeaderElector.class,
				Mockito.withSettings().extraInterfaces(ElectorInternals.class));
		ElectionStatus status = Mockito.mock(ElectionStatus.class);
		Mockito.when(((ElectorInternals) elector).leaveIfIdle()).thenReturn(leaves);
		Mockito.when(elector.status()).thenReturn(status);
		Mockito.when(status.quorum()).thenReturn(new ElectionStatus.Quorum(quorum, quorum));
		ElectionNode node = Mockito.mock(ElectionNode.class);
		Mockito.when(node.groups()).thenReturn(Set.of("default"));
		Mockito.when(node.elector("default")).thenReturn(elector);
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			ElectionLifecycle lifecycle = new ElectionLifecycle(node, Mockito.mock(LeadershipEventPublisher.class),
					context, this.hook);
			lifecycle.onApplicationEvent(new ContextClosedEvent(context));
			try (GenericApplicationContext another = new GenericApplicationContext()) {
				lifecycle.onApplicationEvent(new ContextClosedEvent(another));
			}
		}
		assertThat(this.pauses).hasSize(pauses).allMatch((millis) -> millis > 0);
		assertThat(this.added).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "true, 2, 1", "false, 2, 0", "true, 1, 0" })
	void whoLedToTheLastGivesWayOnceItHasStopped(boolean leads, int quorum, int pauses) {
		this.isEnding = true;
		LeaderElector elector = Mockito.mock(LeaderElector.class);
		ElectionStatus status = Mockito.mock(ElectionStatus.class);
		Mockito.when(elector.isLeader()).thenReturn(leads);
		Mockito.when(elector.status()).thenReturn(status);
		Mockito.when(status.quorum()).thenReturn(new ElectionStatus.Quorum(quorum, quorum));
		ElectionNode node = Mockito.mock(ElectionNode.class);
		Mockito.when(node.groups()).thenReturn(Set.of("default"));
		Mockito.when(node.elector("default")).thenReturn(elector);
		List<Long> before = new ArrayList<>();
		Mockito.doAnswer((call) -> before.addAll(this.pauses)).when(node).close();
		new ElectionLifecycle(node, Mockito.mock(LeadershipEventPublisher.class), new GenericApplicationContext(),
				this.hook)
			.stop();
		Mockito.verify(node).close();
		assertThat(before).isEmpty();
		assertThat(this.pauses).hasSize(pauses);
	}

	@Test
	void hookOfTheJvmIsAddedAndRemoved() {
		TerminationHook real = TerminationHook.ofRuntime();
		real.giveWay();
		real.register(this.told::incrementAndGet);
		real.remove();
		assertThat(this.told).hasValue(0);
	}

	@Test
	void leaderWithoutRunningWorkHandsOverOnceTheJvmEnds() {
		// No loaded machine lets this lease run out.
		ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.group("default", GroupOptions.defaults().withLease(Duration.ofMinutes(1)))
			.build();
		LeaderElector elector = node.elector("default");
		LeaderElectorRegistry registry = Mockito.mock(LeaderElectorRegistry.class);
		Mockito.when(registry.groups()).thenReturn(Set.of("default"));
		Mockito.when(registry.elector("default")).thenReturn(elector);
		ElectionLifecycle lifecycle = new ElectionLifecycle(node,
				new LeadershipEventPublisher(registry, (event) -> this.told.incrementAndGet()),
				new GenericApplicationContext(), this.hook);
		lifecycle.start();
		try {
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
			this.added.get(0).run();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !elector.isLeader());
			assertThat(lifecycle.isRunning()).isTrue();
			assertThat(ElectorInternals.of(elector).leaveIfIdle()).as("it goes on leaving").isTrue();
			lifecycle.stop();
			lifecycle.start();
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
			try (LeaderWork work = elector.beginWork()) {
				assertThat(work).isNotNull();
				assertThat(ElectorInternals.of(elector).leaveIfIdle()).as("its work is awaited").isFalse();
			}
		}
		finally {
			lifecycle.stop();
		}
		assertThat(this.added).isEmpty();
	}

}
