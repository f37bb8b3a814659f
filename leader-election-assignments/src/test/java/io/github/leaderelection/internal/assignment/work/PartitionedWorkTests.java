package io.github.leaderelection.internal.assignment.work;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.internal.assignment.application.OwnedPartitions;
import io.github.leaderelection.internal.assignment.application.PartitionListeners;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.TestOwnerships;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link PartitionedWorkAdvisor}: which partitions a method is called with.
 */
class PartitionedWorkTests {

	private final PartitionListeners listeners = new PartitionListeners(List::of, (event) -> {
	}, () -> "a", Runnable::run);

	private final TestOwnerships ownerships = new TestOwnerships(this.listeners);

	private final Map<String, Ownership> owned = new TreeMap<>();

	private final List<String> called = new CopyOnWriteArrayList<>();

	private final Work work = proxy(new Work());

	private Work proxy(Work target) {
		target.test = this;
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(new PartitionedWorkAdvisor(new PartitionedMethods(Set.of("orders")),
				(assignment) -> new OwnedPartitions(assignment, 8, this.ownerships.publisher(), this.listeners)));
		return (Work) factory.getProxy();
	}

	private void own(int... indexes) {
		for (int each : indexes) {
			this.owned.put("p" + each, this.ownerships.begin(new Partition("orders", 8, "p" + each)));
		}
	}

	private List<Integer> running() {
		return this.owned.values().stream().map(Ownership::running).toList();
	}

	private Ownership ownership(String name) {
		Ownership ownership = this.owned.get(name);
		assertThat(ownership).isNotNull();
		return ownership;
	}

	@Test
	void withoutPartitionsThereIsNoCall() {
		this.work.each(null);
		assertThat(this.work.stage(null)).isCompleted();
		assertThat(this.work.flux(null).collectList().block()).isEmpty();
		assertThat(this.called).isEmpty();
	}

	@Test
	void eachPartitionIsCalledOnceInOrderOnTheCallersThread() {
		own(1, 4, 6);
		this.work.each(null);
		assertThat(this.called).containsExactly("p1", "p4", "p6");
		assertThat(running()).containsOnly(0);
	}

	@Test
	void whatTheCallerPassesDoesNotMatter() {
		own(1, 4);
		this.work.each(new OwnedPartitions("orders", 8, this.ownerships.publisher(), this.listeners).owned("p4")
			.orElseThrow());
		assertThat(this.called).containsExactly("p1", "p4");
	}

	@Test
	void aPartitionThatDrainsOrEndsMeanwhileIsNotCalled() {
		own(1, 4, 6, 7);
		this.ownerships.drain(ownership("p4"));
		this.onCall = (partition) -> {
			if (partition.name().equals("p1")) {
				this.ownerships.end(ownership("p6"), OwnershipEnd.MOVED);
			}
		};
		this.work.each(null);
		assertThat(this.called).containsExactly("p1", "p7");
	}

	@Test
	void aFailureIsThrownAfterAllOthersWereCalled() {
		own(1, 4, 6);
		this.onCall = (partition) -> {
			if (!partition.name().equals("p4")) {
				throw new IllegalStateException(partition.name());
			}
		};
		assertThatIllegalStateException().isThrownBy(() -> this.work.each(null))
			.withMessage("p1")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).singleElement()
				.satisfies((other) -> assertThat(other).hasMessage("p6")));
		assertThat(this.called).containsExactly("p1", "p4", "p6");
		assertThat(running()).containsOnly(0);
	}

	@Test
	void aCheckedExceptionReachesTheCallerAsItIs() {
		own(1);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.work.fails(null)).withMessage("on purpose");
	}

	@Test
	void asManyAsAllowedRunSideBySide() {
		own(0, 1, 2, 3, 4, 5);
		this.barrier = new CyclicBarrier(3);
		this.work.sideBySide(null);
		assertThat(this.called).containsExactlyInAnyOrder("p0", "p1", "p2", "p3", "p4", "p5");
		assertThat(running()).containsOnly(0);
	}

	@Test
	void aPartitionIsBusyUntilItsStageCompletes() {
		own(1, 4);
		CompletableFuture<?> done = this.work.stage(null).toCompletableFuture();
		assertThat(this.called).containsExactly("p1");
		assertThat(running()).containsExactly(1, 0);
		this.stages.get(0).complete("done");
		assertThat(this.called).containsExactly("p1", "p4");
		assertThat(running()).containsExactly(0, 1);
		assertThat(done).isNotDone();
		this.stages.get(1).completeExceptionally(new CompletionException(new IOException("late")));
		assertThat(done).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(done::join).havingCause().withMessage("late");
		assertThat(running()).containsOnly(0);
	}

	@Test
	void stagesRunSideBySideToo() {
		own(1, 4, 6);
		CompletableFuture<?> done = this.work.stages(null).toCompletableFuture();
		assertThat(this.called).containsExactly("p1", "p4");
		this.stages.get(1).complete("done");
		assertThat(this.called).containsExactly("p1", "p4", "p6");
		this.stages.get(0).complete("done");
		this.stages.get(2).complete("done");
		assertThat(done).isCompleted();
	}

	@Test
	void aPublisherIsAskedAtEachSubscription() {
		Flux<String> flux = this.work.flux(null);
		own(1, 4);
		assertThat(flux.collectList().block()).containsExactly("p1", "p4");
		own(6);
		assertThat(flux.collectList().block()).containsExactly("p1", "p4", "p6");
		assertThat(running()).containsOnly(0);
	}

	@Test
	void aPartitionIsBusyUntilItsPublisherEnds() {
		own(1, 4);
		List<String> ended = new ArrayList<>();
		this.work.mono(null).doOnTerminate(() -> ended.add("all")).subscribe();
		assertThat(this.called).containsExactly("p1");
		assertThat(running()).containsExactly(1, 0);
		this.sinks.get(0).tryEmitValue("done");
		assertThat(running()).containsExactly(0, 1);
		assertThat(ended).isEmpty();
		this.sinks.get(1).tryEmitEmpty();
		assertThat(running()).containsOnly(0);
		assertThat(ended).containsExactly("all");
	}

	@Test
	void aCancelledSubscriptionEndsTheWork() {
		own(1, 4);
		this.work.mono(null).subscribe().dispose();
		assertThat(this.called).containsExactly("p1");
		assertThat(running()).containsOnly(0);
	}

	@Test
	void publishersThatFailKeepNoOtherFromRunning() {
		own(1, 4, 6);
		this.onCall = (partition) -> {
			if (!partition.name().equals("p4")) {
				throw new IllegalStateException(partition.name());
			}
		};
		List<String> seen = new CopyOnWriteArrayList<>();
		assertThatIllegalStateException().isThrownBy(() -> this.work.flux(null).doOnNext(seen::add).blockLast())
			.withMessage("p1")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).anyMatch((each) -> "p6".equals(each.getMessage())));
		assertThat(seen).containsExactly("p4");
		assertThat(running()).containsOnly(0);
	}

	private Consumer<AssignedPartition> onCall = (partition) -> {
	};

	private @Nullable CyclicBarrier barrier;

	private final List<CompletableFuture<Object>> stages = new CopyOnWriteArrayList<>();

	private final List<Sinks.One<Object>> sinks = new CopyOnWriteArrayList<>();

	private void call(AssignedPartition partition) {
		this.called.add(partition.name());
		this.onCall.accept(partition);
	}

	static class Work {

		PartitionedWorkTests test;

		@PartitionedWork("orders")
		void each(@Nullable AssignedPartition partition) {
			this.test.call(partition);
		}

		@PartitionedWork("orders")
		void fails(@Nullable AssignedPartition partition) throws IOException {
			throw new IOException("on purpose");
		}

		@PartitionedWork(value = "orders", concurrency = 3)
		void sideBySide(@Nullable AssignedPartition partition) {
			try {
				this.test.barrier.await(1, TimeUnit.MINUTES);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
			this.test.call(partition);
		}

		@PartitionedWork("orders")
		CompletionStage<?> stage(@Nullable AssignedPartition partition) {
			return begin(partition);
		}

		@PartitionedWork(value = "orders", concurrency = 2)
		CompletableFuture<Object> stages(@Nullable AssignedPartition partition) {
			return begin(partition);
		}

		private CompletableFuture<Object> begin(AssignedPartition partition) {
			this.test.call(partition);
			CompletableFuture<Object> stage = new CompletableFuture<>();
			this.test.stages.add(stage);
			return stage;
		}

		@PartitionedWork("orders")
		Flux<String> flux(@Nullable AssignedPartition partition) {
			this.test.call(partition);
			return Flux.just(partition.name());
		}

		@PartitionedWork("orders")
		Mono<Object> mono(@Nullable AssignedPartition partition) {
			this.test.call(partition);
			Sinks.One<Object> sink = Sinks.one();
			this.test.sinks.add(sink);
			return sink.asMono();
		}

	}

}
