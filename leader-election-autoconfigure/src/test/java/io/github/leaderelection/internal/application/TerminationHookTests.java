package io.github.leaderelection.internal.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TerminationHook}.
 */
class TerminationHookTests {

	private final List<Thread> added = new ArrayList<>();

	private final AtomicInteger told = new AtomicInteger();

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

	@Test
	void hookOfTheJvmIsAddedAndRemoved() {
		TerminationHook real = TerminationHook.ofRuntime();
		real.register(this.told::incrementAndGet);
		real.remove();
		assertThat(this.told).hasValue(0);
	}

	@Test
	void leaderWithoutRunningWorkHandsOverOnceTheJvmEnds() {
		ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a")).build();
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
		}
		finally {
			lifecycle.stop();
		}
		assertThat(this.added).isEmpty();
	}

}
