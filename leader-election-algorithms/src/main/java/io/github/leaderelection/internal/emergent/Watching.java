package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * Who sends heartbeats to whom, and who is silent for too long. In a large group each
 * sends to the next few on the ring of ids and watches the few before it; what it misses
 * it tells all.
 */
final class Watching {

	private static final int REPORT_LEASES = 2;

	private Watching() {
	}

	/** To whom this node sends heartbeats. */
	static List<NodeId> targets(GroupTurn turn) {
		return turn.options().isRing(turn.list().size()) ? neighbours(turn, 1) : turn.others();
	}

	private static List<NodeId> neighbours(GroupTurn turn, int direction) {
		List<NodeId> ring = turn.list().ids().stream().sorted().toList();
		int here = ring.indexOf(turn.self());
		List<NodeId> neighbours = new ArrayList<>(turn.options().neighbours());
		for (int i = 1; i <= turn.options().neighbours(); i++) {
			neighbours.add(ring.get(Math.floorMod(here + direction * i, ring.size())));
		}
		return neighbours;
	}

	/**
	 * Whether a member is taken to be dead. The coordinator hears all, for all ask it for
	 * the list; others hear it and those they watch, and go by reports for the rest.
	 */
	static boolean suspects(GroupTurn turn, NodeId member) {
		Contacts contacts = turn.state().contacts();
		if (contacts.heardWithin(member, turn.suspicionNanos(), turn.nanos())) {
			return false;
		}
		return isWatched(turn, member) || wasAsked(turn, member)
				|| contacts.reportedWithin(member, REPORT_LEASES * turn.options().leaseNanos(), turn.nanos());
	}

	private static boolean isWatched(GroupTurn turn, NodeId member) {
		return turn.coordinates() || turn.list().isCoordinator(member) || !turn.options().isRing(turn.list().size())
				|| neighbours(turn, -1).contains(member);
	}

	/** One that is older than this node, and has been asked for long enough. */
	private static boolean wasAsked(GroupTurn turn, NodeId member) {
		long elders = turn.state().moments().elders();
		return elders != Contacts.NEVER && turn.due(elders + turn.suspicionNanos())
				&& turn.list().olderThan(turn.self()).contains(member);
	}

	/**
	 * With the coordinator silent, nobody may be left that watches some of those that
	 * come next: all who are younger ask them.
	 */
	static void watchElders(GroupTurn turn) {
		NodeId coordinator = turn.coordinator();
		boolean silent = coordinator != null && suspects(turn, coordinator);
		long elders = turn.state().moments().elders();
		if (!silent && elders != Contacts.NEVER) {
			turn.moments((m) -> m.withElders(Contacts.NEVER));
		}
		else if (silent && elders == Contacts.NEVER) {
			turn.moments((m) -> m.withElders(turn.nanos()).withQuestion(turn.nanos()));
		}
	}

	static List<NodeId> suspected(GroupTurn turn) {
		return turn.others().stream().filter((member) -> suspects(turn, member)).toList();
	}

	/** Tells all of silent neighbours, for nobody else may miss them. */
	static void report(GroupTurn turn) {
		if (!turn.options().isRing(turn.list().size())) {
			return;
		}
		for (NodeId neighbour : neighbours(turn, -1)) {
			GroupMember member = turn.list().member(neighbour);
			if (member != null && suspects(turn, neighbour)) {
				turn.sendToGroup(new EmergentMessage.Silent(neighbour, member.ticket()));
			}
		}
	}

	static void reported(GroupTurn turn, EmergentMessage.Silent silent) {
		if (turn.list().contains(silent.member(), silent.ticket())) {
			turn.contacts((contacts) -> contacts.report(silent.member(), turn.nanos()));
		}
	}

}
