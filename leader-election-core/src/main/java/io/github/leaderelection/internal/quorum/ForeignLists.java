package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * Members that are linked and whose list differs too much. Who knows of one does not
 * stand. One that leaves questions unanswered for a lease counts as little as one whose
 * link has ended, until anything of it is heard: a link may stay open without a word.
 */
final class ForeignLists {

	/** How often a silent member is asked within a lease: one question may be lost. */
	private static final int QUESTIONS = 5;

	private ForeignLists() {
	}

	private static boolean differs(Turn turn, Peer peer) {
		return peer.list() != null && !peer.list().compatibleWith(turn.config.memberList());
	}

	static void add(Turn turn, NodeId member) {
		if (!turn.foreignLists.contains(member)) {
			List<NodeId> more = new ArrayList<>(turn.foreignLists);
			more.add(member);
			turn.foreignLists = List.copyOf(more);
		}
	}

	/**
	 * The member has a good list now, or is gone.
	 * @return whether it was the last of those that count
	 */
	static boolean remove(Turn turn, NodeId member) {
		if (!turn.foreignLists.contains(member)) {
			return false;
		}
		List<NodeId> left = new ArrayList<>(turn.foreignLists);
		left.remove(member);
		turn.foreignLists = List.copyOf(left);
		return left.isEmpty();
	}

	/**
	 * A link opened. Only a list that was told tells what the member has now, but until
	 * then the list it had is believed.
	 * @return whether the member is asked for its list
	 */
	static boolean linked(Turn turn, int member) {
		Peer peer = turn.peer(member);
		if (!differs(turn, peer)) {
			return false;
		}
		turn.setPeer(member, peer.asked(turn.nanos()));
		if (!isSilent(turn, turn.peer(member))) {
			add(turn, turn.config.others().get(member));
		}
		return true;
	}

	/**
	 * Something was heard of a member that has another list than this node.
	 */
	static void heard(Turn turn, int member) {
		Peer peer = turn.peer(member);
		if (peer.unansweredNanos() != Turn.NONE) {
			turn.setPeer(member, peer.answering());
			if (peer.connected() && differs(turn, peer)) {
				add(turn, turn.config.others().get(member));
			}
		}
	}

	/**
	 * Asks those that count for their list, and counts those no more that have not
	 * answered for a lease.
	 */
	static void ask(Turn turn) {
		long next = turn.nanos() + turn.timing().leaseNanos() / QUESTIONS;
		for (NodeId each : turn.foreignLists) {
			int member = turn.config.indexOf(each);
			Peer peer = turn.peer(member).asked(turn.nanos());
			turn.setPeer(member, peer);
			if (isSilent(turn, peer)) {
				remove(turn, each);
			}
			else {
				turn.send(each, Membership.introduction(turn, true));
				next = Leading.earlier(next, silentAt(turn, peer));
			}
		}
		if (turn.foreignLists.isEmpty()) {
			Membership.sooner(turn);
		}
		else {
			turn.setDeadline(QuorumTimer.ATTEMPT, next);
		}
	}

	private static boolean isSilent(Turn turn, Peer peer) {
		return turn.now.reached(silentAt(turn, peer));
	}

	private static long silentAt(Turn turn, Peer peer) {
		return peer.unansweredNanos() + turn.timing().leaseNanos();
	}

}
