package io.github.leaderelection.internal.assignment.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Division;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.view.AssignmentStatistics;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.jspecify.annotations.Nullable;

/**
 * What this instance owns of the assignments of a group, across starts of the node.
 * Readers take no lock.
 */
public final class OwnershipPublisher {

	private static final AtomicReferenceFieldUpdater<OwnershipPublisher, OwnershipSnapshot> CURRENT = AtomicReferenceFieldUpdater
		.newUpdater(OwnershipPublisher.class, OwnershipSnapshot.class, "current");

	private final NodeClock clock;

	private final OwnershipListener listener;

	private final AssignmentStatistics statistics = new AssignmentStatistics();

	private volatile OwnershipSnapshot current = OwnershipSnapshot.NOTHING;

	/** Those that have ended, in any start of the node, and whose work still runs. */
	private final List<Ownership> outlived = new CopyOnWriteArrayList<>();

	/** Takes events of the present start, null while there is none. */
	private volatile @Nullable Consumer<AssignmentEvent> events;

	public OwnershipPublisher(NodeClock clock, OwnershipListener listener) {
		this.clock = clock;
		this.listener = listener;
	}

	/** What happened in all starts. */
	public AssignmentStatistics statistics() {
		return this.statistics;
	}

	/** What is owned now, in the order of the partitions. */
	public List<Ownership> owned(String assignment) {
		OwnedList list = this.current.owned(assignment, this.clock);
		return (list != null) ? List.copyOf(list.all()) : List.of();
	}

	/** The present ownership of a partition, null if it is not owned here. */
	public @Nullable Ownership owned(String assignment, String name) {
		OwnedList list = this.current.owned(assignment, this.clock);
		return (list != null) ? list.named(name) : null;
	}

	/** The present ownership of a key's partition, null if it is not owned here. */
	public @Nullable Ownership ofKey(String assignment, String key) {
		OwnedList list = this.current.owned(assignment, this.clock);
		return (list != null && list.division() > 0) ? list.at(KeyHash.index(key, list.division())) : null;
	}

	/** The name of a key's partition in a division. */
	public static String partitionOf(String key, int division) {
		return Partition.name(KeyHash.index(key, division));
	}

	/** By how many partitions the leader divides, -1 if it did not say so yet. */
	public int division(String assignment) {
		for (Division each : this.current.divisions()) {
			if (each.assignment().equals(assignment)) {
				return each.count();
			}
		}
		return -1;
	}

	/** Gives an event to the present start of the node; false while there is none. */
	public boolean tell(AssignmentEvent event) {
		Consumer<AssignmentEvent> present = this.events;
		if (present != null) {
			present.accept(event);
		}
		return present != null;
	}

	void attach(@Nullable Consumer<AssignmentEvent> newEvents) {
		this.events = newEvents;
	}

	boolean isValid(Ownership ownership) {
		OwnershipSnapshot snapshot = this.current;
		OwnedList list = snapshot.owned(ownership.partition().assignment(), this.clock);
		return list != null && list.named(ownership.partition().name()) == ownership;
	}

	OwnershipSnapshot current() {
		return this.current;
	}

	/** Replaces what was published; false if a watchdog ended it meanwhile. */
	boolean publish(OwnershipSnapshot before, OwnershipSnapshot after) {
		return CURRENT.compareAndSet(this, before, after);
	}

	/** Ends all if the lease is over; returns whether it is. */
	boolean endIfOver(OwnershipSnapshot seen) {
		if (seen.isEmpty() || seen.isValid(this.clock)) {
			return false;
		}
		if (CURRENT.compareAndSet(this, seen, OwnershipSnapshot.NOTHING)) {
			seen.all().forEach((each) -> end(each, OwnershipEnd.EXPIRED));
		}
		return true;
	}

	/** Tells of a beginning, unless it is over already: a later owner may have begun. */
	void begin(Ownership ownership) {
		if (endIfOver(this.current)) {
			return;
		}
		ownership.telling().lock();
		try {
			if (ownership.end() == null) {
				this.listener.begun(ownership);
				ownership.told();
			}
		}
		finally {
			ownership.telling().unlock();
		}
	}

	void drain(Ownership ownership) {
		ownership.drain();
		ownership.telling().lock();
		try {
			if (ownership.end() == null) {
				this.listener.draining(ownership);
			}
		}
		finally {
			ownership.telling().unlock();
		}
	}

	/** Ends an ownership once. Its listener hears so after it heard of the beginning. */
	void end(Ownership ownership, OwnershipEnd why) {
		ownership.telling().lock();
		try {
			if (!ownership.end(why)) {
				return;
			}
			if (ownership.isTold()) {
				this.listener.ended(ownership, why);
			}
		}
		finally {
			ownership.telling().unlock();
		}
		if (ownership.running() > 0) {
			this.outlived.add(ownership);
			if (ownership.running() == 0) {
				this.outlived.remove(ownership);
			}
		}
	}

	/** The last work of an ownership that has ended is done. */
	void returned(Ownership ownership) {
		if (this.outlived.remove(ownership)) {
			tell(new AssignmentEvent.Outlived(ownership.partition(), false));
		}
	}

	/** Those that have ended, in any start of the node, and whose work still runs. */
	List<Ownership> outlived() {
		return this.outlived;
	}

	void failed(Ownership ownership) {
		tell(new AssignmentEvent.Failed(ownership.partition(), ownership.token()));
	}

	void drained(Ownership ownership) {
		tell(new AssignmentEvent.Drained(ownership.partition(), ownership.token()));
	}

}
