package io.github.leaderelection.internal.assignment.runtime;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.runtime.scheduling.Mail;
import io.github.leaderelection.internal.trace.TraceBudget;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node that leads and owns by itself.
 */
class GroupAssignmentsTests implements NodeClock, OwnershipListener {

	private static final long SECOND = 1_000_000_000;

	private static final NodeId SELF = NodeId.of("a");

	private final Queue<Mail> mails = new ArrayDeque<>();

	private final Queue<Runnable> watchdog = new ArrayDeque<>();

	private final OwnershipPublisher publisher = new OwnershipPublisher(this, this);

	private final GroupAssignments assignments = new AssignmentsFactory(new AssignmentPlan(SECOND, SECOND, false,
			List.of(new Declared("orders", 1, PartitionList.counted(2))), Map.of()), this.publisher, null)
		.create(new GroupHost(ElectionSettings.of("cluster", "default", SELF, List.of(SELF)).build(), this, () -> 0,
				(at, check) -> this.watchdog.add(check), 1, TraceBudget.WHOLE, this.mails::add, (to, body) -> {
				}, (member) -> null));

	private long nanos = SECOND;

	/** The lease is noticed to be over each time, also while the loop hangs. */
	@Test
	void eachLeaseIsWatched() {
		this.assignments.begin();
		this.assignments.performed(
				new Effect.Grant<QuorumMessage>(7, 7, new Lease(this.nanos, wallMillis(), 3600 * SECOND, SECOND)));
		pass(SECOND);
		for (int times = 0; times < 3; times++) {
			assertThat(this.publisher.owned("orders")).hasSize(2);
			assertThat(this.watchdog).hasSize(1);
			Ownership ended = this.publisher.owned("orders").get(0);
			this.nanos += SECOND;
			this.watchdog.remove().run();
			assertThat(ended.end()).isEqualTo(OwnershipEnd.EXPIRED);
			pass(SECOND);
		}
	}

	/** The loop handles what there is, and again after a time. */
	private void pass(long later) {
		run();
		this.nanos += later;
		run();
	}

	private void run() {
		do {
			while (!this.mails.isEmpty()) {
				this.mails.remove().deliver();
			}
			this.assignments.check(this.nanos);
		}
		while (!this.mails.isEmpty());
	}

	@Override
	public void begun(Ownership ownership) {
		ownership.accepted();
	}

	@Override
	public void draining(Ownership ownership) {
		ownership.drainHeard();
	}

	@Override
	public void ended(Ownership ownership, OwnershipEnd why) {
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
