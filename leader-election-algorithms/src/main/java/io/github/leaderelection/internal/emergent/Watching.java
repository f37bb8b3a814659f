package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * Decides who sends heartbeats to whom, and who is silent for too long. In a large group
 * each member sends to its next neighbours on the ring of ids, watches the previous ones,
 * and reports silent ones to all.
 */
final class Watching {

	private static final int REPORT_LEASES = 2;

	private Watching() {
	}

	/** The members to which this node sends heartbeats. */
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
	 * Whether a member is believed dead. The coordinator hears all members, for all ask
	 * it for the list. Other members hear the coordinator and the members they watch, and
	 * rely on reports for the rest.
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

	/** Whether an older member has been asked for long enough. */
	private static boolean wasAsked(GroupTurn turn, NodeId member) {
		long elders = turn.state().moments().elders();
		return elders != Contacts.NEVER && turn.due(elders + turn.suspicionNanos())
				&& turn.list().olderThan(turn.self()).contains(member);
	}

	/**
	 * If the coordinator is silent, the members that watched its successors may be gone.
	 * So all younger members ask the older ones.
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

	/** Reports silent neighbours to all, for other members may not miss them. */
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
