package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Machines;
import org.jspecify.annotations.Nullable;

/**
 * Who hands leadership to whom for its priority: to one that has been well for ten
 * leases, and once for each time it returned. Judged by what each machine was told, on
 * its own clock.
 */
final class PreemptionWatch {

	private static final String RULE = "one preemption for each return";

	private static final int LEASES = 10;

	private final Findings findings;

	private final long[] grantedAt;

	private final Seen[][] seen;

	PreemptionWatch(Findings findings, int size) {
		this.findings = findings;
		this.grantedAt = new long[size];
		this.seen = new Seen[size][size];
		for (int machine = 0; machine < size; machine++) {
			started(machine);
		}
	}

	void started(int machine) {
		Arrays.setAll(this.seen[machine], (other) -> new Seen());
	}

	void stepped(int machine, @Nullable Input<QuorumMessage> input, Now now, Step<QuorumState, QuorumMessage> step) {
		if (!step.state().settings().preempt()) {
			return;
		}
		long nanos = now.monotonicNanos();
		if (input != null) {
			event(this.seen[machine], input.event(), nanos);
		}
		for (Effect<QuorumMessage> effect : step.effects()) {
			effect(machine, input, effect, nanos, step.state());
		}
	}

	private static void event(Seen[] seen, Event<QuorumMessage> event, long nanos) {
		if (event instanceof Event.PeerConnected<QuorumMessage> connected) {
			of(seen, connected.peer()).returns(nanos);
		}
		else if (event instanceof Event.PeerDisconnected<QuorumMessage> disconnected) {
			of(seen, disconnected.peer()).returns(nanos);
		}
		else if (event instanceof Event.MessageReceived<QuorumMessage> received && mayEndATurn(received)) {
			of(seen, received.envelope().from()).hadTurn = false;
		}
	}

	/** A member says that it does not stand, or perhaps that it does again. */
	private static boolean mayEndATurn(Event.MessageReceived<QuorumMessage> received) {
		QuorumMessage body = received.envelope().body();
		return body instanceof QuorumMessage.Introduction
				|| (body instanceof QuorumMessage.HeartbeatResponse response && !response.eligible());
	}

	/**
	 * A leader that lost its quorum, and returns before another leads, has no turn by
	 * that.
	 */
	private static boolean saysNobodyIsBehind(@Nullable Input<QuorumMessage> input) {
		return input != null && input.event() instanceof Event.MessageReceived<QuorumMessage> received
				&& received.envelope().body() instanceof QuorumMessage.LeaderHeartbeat heartbeat && !heartbeat.backed();
	}

	private static Seen of(Seen[] seen, NodeId member) {
		int index = Machines.index(member);
		return (index < seen.length) ? seen[index] : new Seen();
	}

	private void effect(int machine, @Nullable Input<QuorumMessage> input, Effect<QuorumMessage> effect, long nanos,
			QuorumState state) {
		Seen[] others = this.seen[machine];
		if (effect instanceof Effect.MemberChanged<QuorumMessage> changed) {
			Seen member = of(others, changed.member());
			member.returns(nanos);
			member.up = changed.state() == MemberState.UP;
		}
		else if (effect instanceof Effect.FollowLeader<QuorumMessage> follow) {
			Seen leader = of(others, follow.leader());
			leader.hadTurn |= leader.up && !saysNobodyIsBehind(input);
		}
		else if (effect instanceof Effect.Grant<QuorumMessage>) {
			this.grantedAt[machine] = nanos;
		}
		else if (effect instanceof Effect.StopAdmitting<QuorumMessage>) {
			handsOver(machine, nanos, state);
		}
	}

	private void handsOver(int machine, long nanos, QuorumState state) {
		LeaderState leader = state.leader();
		LeaderState.Drain drain = (leader != null) ? leader.drain() : null;
		if (drain == null || drain.reason() != RevocationReason.PREEMPTED || drain.target() == null) {
			return;
		}
		Seen favourite = of(this.seen[machine], drain.target());
		String what = "n" + machine + " hands over to " + drain.target();
		long wait = LEASES * state.settings().leaseNanos();
		if (nanos - favourite.sinceNanos < wait) {
			this.findings.report(RULE, what + ", which returned " + (nanos - favourite.sinceNanos) + " ns ago");
		}
		// Its lease began when it asked for votes: less than a lease before its grant.
		if (nanos - this.grantedAt[machine] < wait - state.settings().leaseNanos()) {
			this.findings.report(RULE, what + " " + (nanos - this.grantedAt[machine]) + " ns after its own grant");
		}
		if (favourite.hadTurn) {
			this.findings.report(RULE, what + ", which has had its turn and was well since");
		}
		favourite.hadTurn = true;
	}

	/**
	 * What a machine was told of another.
	 */
	private static final class Seen {

		private long sinceNanos = Long.MIN_VALUE / 2;

		private boolean up;

		private boolean hadTurn;

		private void returns(long nanos) {
			this.sinceNanos = nanos;
			this.hadTurn = false;
		}

	}

}
