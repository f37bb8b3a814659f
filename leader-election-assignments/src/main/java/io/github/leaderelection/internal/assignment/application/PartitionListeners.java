package io.github.leaderelection.internal.assignment.application;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignmentGrantedEvent;
import io.github.leaderelection.assignments.AssignmentRevokedEvent;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.OwnershipListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the application's listeners, in order for each partition, of different partitions
 * side by side.
 */
public final class PartitionListeners implements OwnershipListener {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** By assignment and name, for p0 stays p0 in another division. */
	private final Map<String, CompletableFuture<Void>> queues = new ConcurrentHashMap<>();

	/** The newest event of a plan; used by the thread that runs the loop. */
	private CompletableFuture<@Nullable Void> settled = CompletableFuture.completedFuture(null);

	private final Supplier<List<PartitionListener>> listeners;

	private final Consumer<Object> events;

	private final Supplier<String> node;

	private final Executor threads;

	/**
	 * Makes the listeners of a node.
	 * @param listeners all listeners, asked at each call
	 * @param events publishes an application event
	 * @param node the id of this node in its present start
	 */
	public PartitionListeners(Supplier<List<PartitionListener>> listeners, Consumer<Object> events,
			Supplier<String> node, Executor threads) {
		this.listeners = listeners;
		this.events = events;
		this.node = node;
		this.threads = threads;
	}

	/** The assignments that listeners name. */
	Stream<String> assignments() {
		return this.listeners.get().stream().map(PartitionListener::assignment).filter((each) -> !each.isEmpty());
	}

	@Override
	public void begun(Ownership ownership) {
		Partition partition = ownership.partition();
		queue(ownership, () -> {
			publish(new AssignmentGrantedEvent(partition.assignment(), partition.name(), ownership.token(),
					this.node.get(), Instant.now()));
			if (tell(ownership, PartitionListener::onAssigned)) {
				ownership.accepted();
			}
			else {
				ownership.failed();
			}
		});
	}

	@Override
	public void draining(Ownership ownership) {
		queue(ownership, () -> {
			tell(ownership, PartitionListener::onRevoking);
			ownership.drainHeard();
		});
	}

	@Override
	public void ended(Ownership ownership, OwnershipEnd why) {
		Partition partition = ownership.partition();
		queue(ownership, () -> {
			tell(ownership, (listener, ended) -> listener.onRevoked(ended, why));
			publish(new AssignmentRevokedEvent(partition.assignment(), partition.name(), ownership.token(),
					this.node.get(), Instant.now(), why));
		});
	}

	/** Publishes that a plan was carried out, one event after the other. Never fails. */
	void settled(Object event) {
		this.settled = this.settled.handleAsync((before, failure) -> {
			publish(event);
			return null;
		}, this.threads);
	}

	AssignedPartition partition(Ownership ownership) {
		return new OwnedPartition(ownership, this.threads);
	}

	/** Completes once all that was to be told by now has been told. */
	public CompletionStage<Void> told() {
		return CompletableFuture.allOf(this.queues.values().toArray(CompletableFuture<?>[]::new));
	}

	private void queue(Ownership ownership, Runnable task) {
		String partition = ownership.partition().toString();
		CompletableFuture<Void> last = this.queues.compute(partition,
				(key, before) -> ((before != null) ? before : CompletableFuture.<Void>completedFuture(null))
					.thenRunAsync(task, this.threads)
					.exceptionally((failure) -> {
						logger.error("Telling listeners of partition {} failed", partition, failure);
						return null;
					}));
		last.thenRun(() -> this.queues.remove(partition, last));
	}

	/** Returns whether no listener failed. */
	private boolean tell(Ownership ownership, BiConsumer<PartitionListener, AssignedPartition> call) {
		boolean done = true;
		AssignedPartition partition = partition(ownership);
		for (PartitionListener each : this.listeners.get()) {
			try {
				if (each.assignment().isEmpty() || each.assignment().equals(partition.assignment())) {
					call.accept(each, partition);
				}
			}
			catch (Throwable ex) {
				// Not even a stack overflow of a listener reaches the next one.
				logger.error("The partition listener {} failed at partition {}", each, partition, ex);
				done = false;
			}
		}
		return done;
	}

	private void publish(Object event) {
		try {
			this.events.accept(event);
		}
		catch (Throwable ex) {
			logger.error("An application listener failed at {}", event, ex);
		}
	}

}
