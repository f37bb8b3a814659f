package io.github.leaderelection.simulator.replay;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.AssignmentPlan;
import io.github.leaderelection.internal.assignment.runtime.AssignmentsFactory;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.OwnershipListener;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
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
 * What a node that leads and owns by itself has recorded goes as then.
 */
class AssignmentReplayTests implements NodeClock, OwnershipListener {

	private static final long SECOND = 1_000_000_000;

	private static final NodeId SELF = NodeId.of("a");

	private final Queue<Mail> mails = new ArrayDeque<>();

	private long nanos = SECOND;

	@Test
	void pinsThatAreKnownLateAreReplayed() {
		GroupAssignments node = new AssignmentsFactory(new AssignmentPlan(SECOND, SECOND, false,
				List.of(new Declared("orders", 1, PartitionList.counted(2))), Map.of()),
				new OwnershipPublisher(this, this), null)
			.create(new GroupHost(ElectionSettings.of("cluster", "default", SELF, List.of(SELF)).build(), this, () -> 0,
					(at, check) -> {
					}, 1, TraceBudget.WHOLE, this.mails::add, (to, body) -> {
					}, (member) -> null));
		node.begin();
		node.tell(new AssignmentEvent.PinsKnown(0));
		node.tell(new AssignmentEvent.Pinned("orders", "p1", "b", true));
		node.performed(
				new Effect.Grant<QuorumMessage>(7, 7, new Lease(this.nanos, wallMillis(), 3600 * SECOND, SECOND)));
		run(node);
		this.nanos += SECOND;
		run(node);
		node.tell(new AssignmentEvent.PinsKnown(7));
		run(node);
		List<String> lines = node.trace().orElseThrow().lines().toList();
		assertThat(lines).anyMatch((line) -> line.contains("PinsKnown(token=0)"))
			.anyMatch((line) -> line.contains("PinsKnown(token=7)"));
		ReplayResult result = AssignmentReplay.replay(lines);
		assertThat(result.inputs()).isGreaterThan(5);
		assertThat(result.differences()).isEmpty();
	}

	private void run(GroupAssignments node) {
		do {
			while (!this.mails.isEmpty()) {
				this.mails.remove().deliver();
			}
			node.check(this.nanos);
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
