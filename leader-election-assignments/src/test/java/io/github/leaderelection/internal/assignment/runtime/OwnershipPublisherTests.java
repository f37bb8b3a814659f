package io.github.leaderelection.internal.assignment.runtime;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What listeners hear of an ownership, and when, whichever thread is faster.
 */
class OwnershipPublisherTests {

	private static final Partition PARTITION = new Partition("orders", 5, "p0");

	private final List<String> heard = new ArrayList<>();

	private final List<AssignmentEvent> told = new ArrayList<>();

	private long nanos;

	private final OwnershipPublisher publisher = new OwnershipPublisher(new SetClock(), new Hearing(this.heard));

	private final Ownership ownership = owned();

	@Test
	void whatAWatchdogEndedFirstIsNotTold() {
		this.publisher.end(this.ownership, OwnershipEnd.EXPIRED);
		this.publisher.begin(this.ownership);
		this.publisher.end(this.ownership, OwnershipEnd.STOPPED);
		assertThat(this.heard).isEmpty();
	}

	@Test
	void whatIsOverByTheClockIsNotTold() {
		this.nanos = 1_000_000_000;
		this.publisher.begin(this.ownership);
		assertThat(this.heard).isEmpty();
		assertThat(this.ownership.end()).isEqualTo(OwnershipEnd.EXPIRED);
	}

	@Test
	void drainIsNotToldAfterTheEnd() {
		this.publisher.begin(this.ownership);
		this.publisher.end(this.ownership, OwnershipEnd.EXPIRED);
		this.publisher.drain(this.ownership);
		assertThat(this.heard).containsExactly("begun", "EXPIRED");
	}

	@Test
	void drainIsNotOverBeforeListenersHaveHeardOfIt() {
		this.publisher.begin(this.ownership);
		assertThat(this.ownership.enter()).isTrue();
		this.publisher.drain(this.ownership);
		this.ownership.accepted();
		this.ownership.leave();
		assertThat(this.told).isEmpty();
		assertThat(this.ownership.isUnheard()).isTrue();
		this.ownership.drainHeard();
		assertThat(this.told).containsExactly(new AssignmentEvent.Drained(PARTITION, this.ownership.token()));
	}

	@Test
	void workThatOutlivesItsOwnershipIsKnownUntilItReturns() {
		this.publisher.begin(this.ownership);
		assertThat(this.ownership.enter()).isTrue();
		this.publisher.end(this.ownership, OwnershipEnd.STOPPED);
		assertThat(this.publisher.outlived()).containsExactly(this.ownership);
		assertThat(this.ownership.enter()).isFalse();
		assertThat(this.told).isEmpty();
		this.ownership.leave();
		assertThat(this.publisher.outlived()).isEmpty();
		assertThat(this.told).containsExactly(new AssignmentEvent.Outlived(PARTITION, false));
		assertThat(this.ownership.enter()).isFalse();
		assertThat(this.told).hasSize(1);
	}

	private Ownership owned() {
		this.publisher.attach(this.told::add);
		Ownership owned = new Ownership(PARTITION, new LeaderSequenceNumber(7, 1), this.publisher);
		Lease lease = new Lease(0, 0, 1_000_000_000, 1_000_000_000);
		this.publisher.publish(this.publisher.current(), OwnershipSnapshot.of(List.of(owned), lease, List.of()));
		return owned;
	}

	private record Hearing(List<String> heard) implements OwnershipListener {

		@Override
		public void begun(Ownership ownership) {
			this.heard.add("begun");
		}

		@Override
		public void draining(Ownership ownership) {
			this.heard.add("draining");
		}

		@Override
		public void ended(Ownership ownership, OwnershipEnd why) {
			this.heard.add(why.name());
		}

	}

	private final class SetClock implements NodeClock {

		@Override
		public long monotonicNanos() {
			return OwnershipPublisherTests.this.nanos;
		}

		@Override
		public long wallMillis() {
			return OwnershipPublisherTests.this.nanos / 1_000_000;
		}

	}

}
