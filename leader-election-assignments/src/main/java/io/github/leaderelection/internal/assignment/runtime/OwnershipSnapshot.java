package io.github.leaderelection.internal.assignment.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Division;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.jspecify.annotations.Nullable;

/**
 * What is owned, and until when. Once seen to be over, it stays so even if a clock is set
 * back.
 */
final class OwnershipSnapshot {

	static final OwnershipSnapshot NOTHING = new OwnershipSnapshot(Map.of(), null, List.of());

	/** By assignment. */
	private final Map<String, OwnedList> owned;

	private final @Nullable Lease lease;

	private final List<Division> divisions;

	private volatile boolean over;

	private OwnershipSnapshot(Map<String, OwnedList> owned, @Nullable Lease lease, List<Division> divisions) {
		this.owned = owned;
		this.lease = lease;
		this.divisions = divisions;
	}

	static OwnershipSnapshot of(List<Ownership> ownerships, @Nullable Lease lease, List<Division> divisions) {
		Map<String, OwnedList> lists = new HashMap<>();
		for (Ownership each : ownerships) {
			Partition partition = each.partition();
			lists.computeIfAbsent(partition.assignment(), (name) -> new OwnedList(partition.division()))
				.add(partition, each);
		}
		return new OwnershipSnapshot(lists, lease, divisions);
	}

	/** The same ownerships until another time. */
	OwnershipSnapshot until(@Nullable Lease newLease, List<Division> newDivisions) {
		return new OwnershipSnapshot(this.owned, newLease, newDivisions);
	}

	boolean isEmpty() {
		return this.owned.isEmpty();
	}

	@Nullable Lease lease() {
		return this.lease;
	}

	List<Division> divisions() {
		return this.divisions;
	}

	/** What is owned of an assignment, null for nothing, or if the lease is over. */
	@Nullable OwnedList owned(String assignment, NodeClock clock) {
		OwnedList list = this.owned.get(assignment);
		return (list != null && isValid(clock)) ? list : null;
	}

	List<Ownership> all() {
		return this.owned.values().stream().flatMap((each) -> each.all().stream()).toList();
	}

	/**
	 * A thread that was kept from the processor between two readings of the clocks sees
	 * the wall clock ahead: a true suspension is seen at the second look, too.
	 */
	boolean isValid(NodeClock clock) {
		Lease until = this.lease;
		if (this.over || until == null) {
			return false;
		}
		if (until.valid(clock.now()) || until.valid(clock.now())) {
			return true;
		}
		this.over = true;
		return false;
	}

}
