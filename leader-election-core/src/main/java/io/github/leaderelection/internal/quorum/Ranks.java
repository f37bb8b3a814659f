package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import org.jspecify.annotations.Nullable;

/**
 * Who asks first. Rank never decides whether somebody is supported: refusing for rank
 * leaves partial meshes without a leader for ever.
 */
final class Ranks {

	private Ranks() {
	}

	/**
	 * The delay of this node's own attempt behind that of the first in rank, or a random
	 * one where the ranks do not decide. A node that gave leadership up stands behind all
	 * others for a while: only if nobody else can.
	 */
	static long ownDelay(Turn turn) {
		int behind = coolsDown(turn) ? turn.config.settings().members().size() : 0;
		ElectionTimeout timeout = turn.config.timeout();
		if (timeout != null) {
			return timeout.spread(turn.entropy) + behind * turn.rankDelay();
		}
		return (rank(turn, turn.self()) + behind) * turn.rankDelay();
	}

	/**
	 * The delay of this node's own attempt while its promise to the leader it misses
	 * lives. Where not all ranks have their turn before that promise ends, the later ones
	 * share the second half of what is left of it: if only the last can win it is not too
	 * late for it.
	 * @param left of the promise when the first in rank stands
	 */
	static long ownDelayWithin(Turn turn, long left) {
		int rank = rank(turn, turn.self());
		int last = turn.config.others().size() - 1;
		long linear = ownDelay(turn);
		if (left <= 0 || rank > last || last * turn.rankDelay() <= left || coolsDown(turn)
				|| turn.config.timeout() != null) {
			return linear;
		}
		long half = left / 2;
		int inTime = (int) (half / turn.rankDelay());
		return (rank <= inTime) ? linear : half + (rank - inTime) * (left - half) / (last - inTime);
	}

	/**
	 * By how much a proposal that waits for a promise to end is put off. Several may wait
	 * for the same moment: who ranks behind others that can be reached and stand comes
	 * after them. Who was nominated waits for nobody.
	 */
	static long proposalDelay(Turn turn, ScoutingRound round) {
		if (round.nominated()) {
			return 0;
		}
		int own = rank(turn, turn.self());
		int before = 0;
		for (NodeId other : turn.config.others()) {
			before += (turn.mayHandTo(other) && rank(turn, other) < own) ? 1 : 0;
		}
		return before * turn.rankDelay();
	}

	/**
	 * Whether this node gave leadership up of its own will a short while ago.
	 */
	static boolean coolsDown(Turn turn) {
		long end = turn.counters.coolDownEndNanos();
		return end != Turn.NONE && !turn.now.reached(end);
	}

	/**
	 * The rank of a member: its place among the successors the last leader named, else by
	 * priority and id.
	 * @return 0 for the first
	 */
	static int rank(Turn turn, NodeId member) {
		List<NodeId> named = turn.successors;
		int place = named.indexOf(member);
		if (place >= 0) {
			return place;
		}
		int before = named.size();
		int priority = priority(turn, member);
		for (NodeId other : turn.config.settings().members()) {
			if (!other.equals(member) && !named.contains(other)) {
				int theirs = priority(turn, other);
				before += (theirs > priority || (theirs == priority && other.compareTo(member) < 0)) ? 1 : 0;
			}
		}
		return before;
	}

	private static int priority(Turn turn, NodeId member) {
		if (member.equals(turn.self())) {
			return turn.config.settings().priority();
		}
		return turn.peer(turn.config.indexOf(member)).priorityOrDefault();
	}

	/**
	 * Who is to stand when this leader is gone: those linked that stand at all, by
	 * priority, then by the freshest acknowledgement, then by id. Last comes who handed
	 * leadership to this leader: it lets all others stand before it for a while.
	 * @param first who is to come first whatever its rank, or null
	 */
	static List<NodeId> successors(Turn turn, Reign reign, @Nullable NodeId first) {
		List<NodeId> linked = new ArrayList<>(turn.config.others().size());
		for (NodeId other : turn.config.others()) {
			if (turn.mayHandTo(other)) {
				linked.add(other);
			}
		}
		linked.sort(order(turn, reign, first));
		return linked;
	}

	private static Comparator<NodeId> order(Turn turn, Reign reign, @Nullable NodeId first) {
		return (a, b) -> {
			if (a.equals(first) || b.equals(first)) {
				return a.equals(b) ? 0 : a.equals(first) ? -1 : 1;
			}
			if (gaveUp(turn, reign, a) != gaveUp(turn, reign, b)) {
				return gaveUp(turn, reign, a) ? 1 : -1;
			}
			int byPriority = Integer.compare(priority(turn, b), priority(turn, a));
			if (byPriority != 0) {
				return byPriority;
			}
			int byFreshness = Long.compare(age(turn, reign, a), age(turn, reign, b));
			return (byFreshness != 0) ? byFreshness : a.compareTo(b);
		};
	}

	private static boolean gaveUp(Turn turn, Reign reign, NodeId member) {
		Ceded ceded = reign.won().ceded();
		return ceded != null && ceded.member().equals(member)
				&& turn.nanos() - reign.won().firstSentNanos() < turn.timing().coolDown();
	}

	private static long age(Turn turn, Reign reign, NodeId member) {
		long acknowledged = reign.backing().sentNanos()[turn.config.indexOf(member)];
		return (acknowledged != Turn.NONE) ? turn.nanos() - acknowledged : Long.MAX_VALUE;
	}

}
