package io.github.leaderelection.internal.quorum.step;

import java.util.Comparator;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.Timing;

/**
 * Which node asks first. Rank never decides whether a node is supported: refusals by rank
 * leave partial meshes without a leader for ever.
 */
public final class Ranks {

	private Ranks() {
	}

	/**
	 * The delay of this node's attempt after the first in rank, or a random one where
	 * ranks do not decide. A node that gave leadership up stands behind all others for a
	 * while.
	 */
	static long ownDelay(StepContext step) {
		int behind = step.state().standsBehind(step.nanos()) ? step.config().settings().members().size() : 0;
		ElectionTimeout timeout = step.config().timeout();
		if (timeout != null) {
			return timeout.spread(step.entropy()) + behind * step.state().rankDelay();
		}
		return (rank(step.state(), step.self()) + behind) * step.state().rankDelay();
	}

	/**
	 * The delay of this node's attempt while its promise to the missed leader lives. If
	 * time is short, later ranks share the second half of what is left of that promise.
	 * So the last rank is not too late if only it can win.
	 * @param left of the promise when the first in rank stands
	 */
	public static long ownDelayWithin(StepContext step, long left) {
		int rank = rank(step.state(), step.self());
		int last = step.config().others().size() - 1;
		long linear = ownDelay(step);
		if (left <= 0 || rank > last || last * step.state().rankDelay() <= left
				|| step.state().standsBehind(step.nanos()) || step.config().timeout() != null) {
			return linear;
		}
		long half = left / 2;
		int inTime = (int) (half / step.state().rankDelay());
		return (rank <= inTime) ? linear : half + (rank - inTime) * (left - half) / (last - inTime);
	}

	/**
	 * By how much a proposal that waits for a promise to end is put off. Several nodes
	 * may wait for the same moment, so they propose in the order of their ranks. A
	 * nominated node does not wait.
	 */
	public static long proposalDelay(StepContext step, ScoutingRound round) {
		if (round.nominated()) {
			return 0;
		}
		int before = 0;
		for (NodeId other : step.config().others()) {
			before += before(step, round, other);
		}
		return before * step.state().rankDelay();
	}

	/**
	 * How many delays a member that may propose for the same moment goes before this
	 * node. The leader may have seen a member that this node does not see. A list that
	 * outlived the promise to its leader may have been replaced, so a silent member of it
	 * may stand first.
	 */
	private static int before(StepContext step, ScoutingRound round, NodeId other) {
		QuorumState state = step.state();
		if (state.attempts().agreedTo().contains(other)) {
			return standsBefore(state, other, step.self()) ? 1 : 0;
		}
		boolean named = state.peers().successors().contains(other);
		boolean mayStand = state.mayHandTo(other) || (named && !state.connected(other));
		boolean better = mayStand && rank(state, other) < rank(state, step.self());
		boolean replaced = named && !round.saidYes(step.config().indexOf(other))
				&& state.promisedTo(step.nanos()) == null;
		return (better ? 1 : 0) + (replaced ? 1 : 0);
	}

	/**
	 * Whether the first of two members that have asked each other goes first. They may
	 * hold lists of different leaders, so only what both know alike decides: priority and
	 * the order of the group.
	 */
	public static boolean standsBefore(QuorumState state, NodeId first, NodeId second) {
		int byPriority = Integer.compare(priority(state, second), priority(state, first));
		return ((byPriority != 0) ? byPriority : state.config().order().compare(first, second)) < 0;
	}

	/**
	 * The rank of a member: its place among the successors the last leader named, else by
	 * priority and the order of the group.
	 * @return 0 for the first
	 */
	public static int rank(QuorumState state, NodeId member) {
		List<NodeId> named = state.peers().successors();
		int place = named.indexOf(member);
		if (place >= 0) {
			return place;
		}
		int before = named.size();
		for (NodeId other : state.settings().members()) {
			if (!other.equals(member) && !named.contains(other)) {
				before += standsBefore(state, other, member) ? 1 : 0;
			}
		}
		return before;
	}

	private static int priority(QuorumState state, NodeId member) {
		if (member.equals(state.self())) {
			return state.settings().priority();
		}
		return state.peers().all()[state.config().indexOf(member)].priorityOrDefault();
	}

	/**
	 * The members that stand next, in order: the chosen one, then by priority, freshest
	 * acknowledgement and the order of the group. The member that handed leadership to
	 * this leader comes last for a while.
	 */
	public static List<NodeId> successors(StepContext step, LeaderState leader) {
		return step.config().others().stream().filter(step.state()::mayHandTo).sorted(order(step, leader)).toList();
	}

	private static Comparator<NodeId> order(StepContext step, LeaderState leader) {
		NodeId first = leader.target();
		return (a, b) -> {
			if (a.equals(first) || b.equals(first)) {
				return a.equals(b) ? 0 : a.equals(first) ? -1 : 1;
			}
			if (gaveUp(step, leader, a) != gaveUp(step, leader, b)) {
				return gaveUp(step, leader, a) ? 1 : -1;
			}
			int byPriority = Integer.compare(priority(step.state(), b), priority(step.state(), a));
			if (byPriority != 0) {
				return byPriority;
			}
			int byFreshness = Long.compare(age(step, leader, a), age(step, leader, b));
			return (byFreshness != 0) ? byFreshness : step.config().order().compare(a, b);
		};
	}

	private static boolean gaveUp(StepContext step, LeaderState leader, NodeId member) {
		Ceded ceded = leader.won().ceded();
		return ceded != null && ceded.member().equals(member)
				&& step.nanos() - leader.won().firstSentNanos() < step.timing().coolDown();
	}

	private static long age(StepContext step, LeaderState leader, NodeId member) {
		long acknowledged = leader.acks().sentNanos()[step.config().indexOf(member)];
		return (acknowledged != Timing.NONE) ? step.nanos() - acknowledged : Long.MAX_VALUE;
	}

}
