package io.github.leaderelection.internal.ring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.ring.RingState.Step;
import org.jspecify.annotations.Nullable;

/**
 * Sends along the ring to the next member that is linked and acknowledges.
 */
final class Ring {

	private final Comparator<NodeId> order;

	Ring(Comparator<NodeId> order) {
		this.order = order;
	}

	/**
	 * Sends a message to the next live member. It replaces an unacknowledged previous
	 * one.
	 */
	boolean pass(NominationTurn<RingState, RingMessage> turn, RingMessage message) {
		return passAfter(turn, turn.self(), message);
	}

	/**
	 * A message came back from a member that reaches no later one. This node sends it to
	 * the members after that one. The message advances each time, so this ends.
	 */
	void passBeyond(NominationTurn<RingState, RingMessage> turn, NodeId from, RingMessage message) {
		Step step = turn.state().step();
		if (step != null && step.message().equals(message)) {
			List<NodeId> ring = fromHere(turn.election());
			if (ring.indexOf(from) >= ring.indexOf(step.to())) {
				passAfter(turn, from, message);
			}
		}
	}

	/**
	 * Leaves out a member that did not acknowledge in time.
	 * @return the message if no member is left to send it to, otherwise null
	 */
	@Nullable RingMessage leaveOut(NominationTurn<RingState, RingMessage> turn) {
		Step step = turn.state().step();
		if (step == null || step.acknowledged()) {
			return null;
		}
		return passAfter(turn, step.to(), step.message()) ? null : step.message();
	}

	private boolean passAfter(NominationTurn<RingState, RingMessage> turn, NodeId member, RingMessage message) {
		NodeId next = next(turn.election(), member);
		if (next == null) {
			turn.state(turn.state().sending(null));
			return false;
		}
		turn.state(turn.state().sending(new Step(next, message, false)));
		turn.send(next, message);
		turn.start(NominationTimer.ANSWERS, stepNanos(turn.election()));
		return true;
	}

	static void acknowledged(NominationTurn<RingState, RingMessage> turn, RingMessage.Received received) {
		Step step = turn.state().step();
		if (step != null && step.isFor(received)) {
			turn.state(turn.state().sending(step.arrived()));
			turn.cancel(NominationTimer.ANSWERS);
		}
	}

	/**
	 * The next linked member after another one, or null if this node comes before it.
	 */
	private @Nullable NodeId next(QuorumState election, NodeId after) {
		List<NodeId> ring = fromHere(election);
		for (NodeId member : ring.subList(ring.indexOf(after) + 1, ring.size())) {
			if (election.connected(member)) {
				return member;
			}
		}
		return null;
	}

	/**
	 * The members in the order of the ring, this node first.
	 */
	private List<NodeId> fromHere(QuorumState election) {
		List<NodeId> ring = new ArrayList<>(election.settings().members());
		ring.sort(this.order);
		Collections.rotate(ring, -ring.indexOf(election.self()));
		return ring;
	}

	/**
	 * How long a member may take to acknowledge: two and a half round trips, or a
	 * heartbeat interval if none was measured.
	 */
	static long stepNanos(QuorumState election) {
		return (election.roundTripNanos() != 0) ? election.turnNanos() : election.settings().heartbeatNanos();
	}

	/**
	 * How long two laps may take. A step of a lap is half a round trip, so there is time
	 * to leave members out.
	 */
	static long lapNanos(QuorumState election) {
		return (election.settings().members().size() + 2) * stepNanos(election);
	}

}
