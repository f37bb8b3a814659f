package io.github.leaderelection.simulator.explorer.assignment;

import java.util.List;

import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.protocol.Planning;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;

/**
 * Clocks, settings and lists of a search. All clocks are equal, and ticks are whole.
 */
final class AssignmentScale {

	static final String ASSIGNMENT = "a";

	/** The id of the node whose leader part is searched. */
	private static final String LEADER = "leader";

	private static final long TICK = 1_000_000_000L;

	private static final long MILLIS_OF_A_TICK = 1000;

	private static final double DRIFT = 0;

	/** Longer than all ticks. */
	private static final long LONG = 1_000 * TICK;

	/** The time of a grant whose wait is over. */
	static final long LONG_AGO = -LONG;

	/** The lease of each leader, which leads as long as it is to. */
	static final Lease LEADERSHIP = lease(at(0), LONG);

	private final AssignmentBounds bounds;

	private final PartitionList list;

	AssignmentScale(AssignmentBounds bounds) {
		this.bounds = bounds;
		this.list = PartitionList.counted(bounds.partitions());
	}

	AssignmentBounds bounds() {
		return this.bounds;
	}

	static Now at(int tick) {
		return new Now(tick * TICK, tick * MILLIS_OF_A_TICK);
	}

	/** What the first leader knows. */
	List<Known> first() {
		return List.of(known(this.list));
	}

	/** What the second leader may know as it begins. */
	List<List<Known>> granted() {
		return this.bounds.has(AssignmentVariation.LATE_LIST) ? List.of(List.of())
				: later().stream().map(List::of).toList();
	}

	/** What the second leader may know or learn. */
	List<Known> later() {
		if (!this.bounds.has(AssignmentVariation.OTHER_DIVISION)) {
			return first();
		}
		Known other = known(PartitionList.counted(this.bounds.partitions() + 1));
		return this.bounds.has(AssignmentVariation.LATE_LIST) ? List.of(known(this.list), other) : List.of(other);
	}

	private static Known known(PartitionList list) {
		return new Known(ASSIGNMENT, list);
	}

	static String worker(int place) {
		return "w" + place;
	}

	static int place(String worker) {
		return Integer.parseInt(worker, 1, worker.length(), 10);
	}

	AssignmentProtocol protocol(int place, long incarnation) {
		return new AssignmentProtocol(settings(worker(place), incarnation));
	}

	AssignmentProtocol protocol(Planning planning) {
		return new AssignmentProtocol(settings(LEADER, 1), planning);
	}

	private AssignmentSettings settings(String id, long incarnation) {
		return new AssignmentSettings(id, incarnation, leaseNanos(), leaseNanos(), DRIFT,
				this.bounds.has(AssignmentVariation.HELD), List.of(new Declared(ASSIGNMENT, 1, this.list)));
	}

	long leaseNanos() {
		return this.bounds.lease() * TICK;
	}

	/** How long a worker owns after the ping that was answered. */
	long heldNanos() {
		return Lease.heldNanos(leaseNanos(), DRIFT);
	}

	/** Whether a time comes within the search. */
	boolean comes(long nanos) {
		return at(this.bounds.ticks()).reached(nanos);
	}

	/** A lease that is over. */
	static Lease over(int at) {
		return lease(at(at), 0);
	}

	private static Lease lease(Now from, long nanos) {
		return new Lease(from.monotonicNanos(), from.wallMillis(), from.monotonicNanos() + nanos, LONG);
	}

}
