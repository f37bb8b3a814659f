package io.github.leaderelection.internal.assignment.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Division;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;

/**
 * Ownerships as a test wants them, on clocks that it sets.
 */
public final class TestOwnerships implements NodeClock {

	private static final long LEASE = 1_000_000_000;

	private final List<Ownership> owned = new ArrayList<>();

	private final List<AssignmentEvent> told = new CopyOnWriteArrayList<>();

	private final OwnershipPublisher publisher;

	private long nanos = 1;

	private long tokens;

	public TestOwnerships(OwnershipListener listener) {
		this.publisher = new OwnershipPublisher(this, listener);
		this.publisher.attach(this.told::add);
	}

	public OwnershipPublisher publisher() {
		return this.publisher;
	}

	/** What the loop was told. */
	public List<AssignmentEvent> told() {
		return this.told;
	}

	/** This instance owns a partition from now on. */
	public Ownership begin(Partition partition) {
		Ownership begun = new Ownership(partition, new LeaderSequenceNumber(7, ++this.tokens), this.publisher);
		this.owned.add(begun);
		publish();
		this.publisher.begin(begun);
		return begun;
	}

	public void drain(Ownership ownership) {
		this.publisher.drain(ownership);
	}

	public void end(Ownership ownership, OwnershipEnd why) {
		this.owned.remove(ownership);
		publish();
		this.publisher.end(ownership, why);
	}

	/** The lease is over by the clocks, and nobody has noticed. */
	public void passLease() {
		this.nanos += LEASE;
	}

	/** The lease is over, and this was noticed. */
	public void expire() {
		passLease();
		this.publisher.endIfOver(this.publisher.current());
	}

	private void publish() {
		List<Division> divisions = this.owned.stream()
			.map((each) -> new Division(each.partition().assignment(), each.partition().division()))
			.distinct()
			.toList();
		Lease lease = new Lease(this.nanos, wallMillis(), this.nanos + LEASE, 10_000_000);
		this.publisher.publish(this.publisher.current(), OwnershipSnapshot.of(this.owned, lease, divisions));
	}

	@Override
	public long monotonicNanos() {
		return this.nanos;
	}

	@Override
	public long wallMillis() {
		return this.nanos / 1_000_000;
	}

}
