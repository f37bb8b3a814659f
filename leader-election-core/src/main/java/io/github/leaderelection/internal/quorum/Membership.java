package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.spi.Envelope;

/**
 * Whom a node talks to: members of its own list whose list differs from it by at most one
 * member. Every pair of majorities of two such lists meets.
 */
final class Membership {

	/**
	 * A start wait is at most three leases, by the largest bound on drift, and a
	 * candidacy less than one and a half.
	 */
	private static final long LONGEST_WAIT_LEASES = 5;

	private Membership() {
	}

	/**
	 * Whether a message may reach the election.
	 */
	static boolean accepts(Turn turn, Envelope<QuorumMessage> envelope) {
		NodeId from = envelope.from();
		int member = turn.config.indexOf(from);
		if (member < 0 || !turn.config.settings().cluster().equals(envelope.cluster())
				|| !turn.config.settings().group().equals(envelope.group())) {
			turn.report(Notice.MESSAGE_REFUSED, "'" + from + "' of cluster '" + envelope.cluster() + "', group '"
					+ envelope.group() + "' is not in this node's member list");
			return false;
		}
		if (!wellFormed(envelope.body())) {
			turn.report(Notice.MESSAGE_REFUSED, "'" + from + "' sent what cannot be right: " + envelope.body());
			Plausibility.refuse(turn, envelope);
			return false;
		}
		return envelope.body() instanceof Introduction
				|| (listAccepted(turn, member, envelope) && Plausibility.admits(turn, envelope));
	}

	private static boolean listAccepted(Turn turn, int member, Envelope<QuorumMessage> envelope) {
		Peer peer = turn.peer(member);
		String fingerprint = envelope.fingerprint();
		if (fingerprint.equals(turn.config.fingerprint())) {
			if (!fingerprint.equals(peer.listFingerprint())) {
				turn.setPeer(member, peer.sharing(turn.config.memberList(), fingerprint));
				accepted(turn, envelope.from());
			}
			return true;
		}
		ForeignLists.heard(turn, member);
		MemberList known = peer.list();
		if (known == null || !fingerprint.equals(peer.listFingerprint())) {
			turn.send(envelope.from(), introduction(turn, true));
			return false;
		}
		return known.compatibleWith(turn.config.memberList());
	}

	/**
	 * Whether the numbers in a message lie within their ranges, whatever the node knows.
	 */
	static boolean wellFormed(QuorumMessage message) {
		return lowestTerm(message) >= 0 && plausibleSpan(message);
	}

	/**
	 * A span is a configured lease, so it is bounded like one: a larger one would be
	 * remembered for ever.
	 */
	private static boolean plausibleSpan(QuorumMessage message) {
		long span = 0;
		if (message instanceof LeaderHeartbeat heartbeat) {
			if (heartbeat.roundTripNanos() < 0 || heartbeat.roundTripNanos() > ElectionSettings.MAX_LEASE.toNanos()) {
				return false;
			}
			span = heartbeat.spanNanos();
		}
		else if (message instanceof ElectionProposal proposal) {
			span = proposal.spanNanos();
		}
		else if (message instanceof ElectionResponse response) {
			return plausibleLease(response.leaseNanos());
		}
		else if (message instanceof HeartbeatResponse response) {
			return plausibleLease(response.leaseNanos());
		}
		else if (message instanceof ScoutingResponse response) {
			// whoever said yes is waited for so long, be it after a start
			return response.promiseRemainingNanos() >= 0
					&& response.promiseRemainingNanos() <= LONGEST_WAIT_LEASES * ElectionSettings.MAX_LEASE.toNanos();
		}
		else if (message instanceof StateAnswer answer) {
			span = answer.spanNanos();
			if (!(answer.drift() >= 0 && answer.drift() < ElectionSettings.MAX_CLOCK_DRIFT)) {
				return false;
			}
		}
		return span >= 0 && span <= ElectionSettings.MAX_LEASE.toNanos();
	}

	/**
	 * A lease that no node can be configured with must not end votes and leases, nor make
	 * a leader beat without a pause.
	 */
	private static boolean plausibleLease(long lease) {
		return lease >= ElectionSettings.MIN_HEARTBEATS_PER_LEASE * ElectionSettings.MIN_HEARTBEAT.toNanos()
				&& lease <= ElectionSettings.MAX_LEASE.toNanos();
	}

	private static long lowestTerm(QuorumMessage message) {
		if (message instanceof ScoutingRequest request) {
			return Math.min(request.term(), request.proposedTerm());
		}
		if (message instanceof ElectionProposal proposal && proposal.ceded() != null) {
			return Math.min(proposal.term(), proposal.ceded().term());
		}
		return message.term();
	}

	static Introduction introduction(Turn turn, boolean answerWanted) {
		return new Introduction(turn.ballot.term(), turn.config.memberList().ids(), turn.config.settings().durable(),
				turn.config.settings().priority(), turn.eligible, answerWanted);
	}

	static void introduced(Turn turn, Envelope<QuorumMessage> envelope, Introduction introduction) {
		NodeId from = envelope.from();
		int member = turn.config.indexOf(from);
		MemberList list = new MemberList(introduction.members(), introduction.durable());
		boolean told = list.equals(turn.peer(member).list());
		turn.setPeer(member, turn.peer(member).introduced(list, introduction.priority(), introduction.eligible()));
		if (list.compatibleWith(turn.config.memberList())) {
			accepted(turn, from);
		}
		else {
			refused(turn, from, list, told);
		}
		if (introduction.answerWanted()) {
			turn.send(from, introduction(turn, false));
		}
	}

	/**
	 * A member whose list was refused has a good one now, or is gone: if it comes back it
	 * introduces itself anew.
	 */
	private static void accepted(Turn turn, NodeId from) {
		if (ForeignLists.remove(turn, from) && turn.reign == null) {
			Following.suspectLater(turn);
		}
	}

	/**
	 * Who learns of a list that differs too much does not stand; a leader keeps its
	 * lease.
	 * @param told whether the member named that very list before
	 */
	private static void refused(Turn turn, NodeId from, MemberList list, boolean told) {
		ForeignLists.add(turn, from);
		Scouting.abandon(turn);
		if (!told) {
			turn.report(Notice.MEMBER_LIST_REFUSED, refusedList(from, list, turn.config.memberList()));
		}
	}

	private static String refusedList(NodeId from, MemberList theirs, MemberList ours) {
		if (theirs.durable() != ours.durable()) {
			return "'" + from + "' " + (theirs.durable() ? "keeps" : "does not keep")
					+ " its state on disk, unlike this node: set leader-election.state-directory on all nodes or on"
					+ " none";
		}
		return "'" + from + "' has the members " + theirs.ids() + ", this node " + ours.ids()
				+ ": they differ by more than one. Give all nodes the same list; change it by one member at a time";
	}

	static void connected(Turn turn, NodeId peer) {
		int member = turn.config.indexOf(peer);
		if (member < 0) {
			return;
		}
		turn.setPeer(member, turn.peer(member).withConnected(true));
		boolean asks = ForeignLists.linked(turn, member);
		Health.linked(turn, member);
		Broadcasting.linked(turn, member);
		turn.send(peer, introduction(turn, asks));
		Starting.connected(turn, peer);
		if (turn.reign == null && turn.candidacy == null && turn.scouting == null
				&& !turn.hearsBackedLeader(turn.self()) && turn.mayStand()
				&& turn.reachable() >= turn.config.quorum()) {
			turn.counters = turn.counters.withFailedRounds(0);
			sooner(turn);
		}
	}

	/**
	 * A closed connection is suspicion, and no more: a promise is not shortened by it.
	 */
	static void disconnected(Turn turn, NodeId peer) {
		int member = turn.config.indexOf(peer);
		if (member < 0 || !turn.peer(member).connected()) {
			return;
		}
		turn.setPeer(member, turn.peer(member).withConnected(false));
		accepted(turn, peer);
		KnownLeader known = turn.leader;
		if (known != null && known.direct() && known.id().equals(peer) && turn.scouting == null) {
			sooner(turn);
		}
	}

	/**
	 * Stands as soon as its rank says, unless it lets another go first.
	 */
	static void sooner(Turn turn) {
		if (Scouting.isYielding(turn)) {
			return;
		}
		long soon = turn.nanos() + Ranks.ownDelayWithin(turn, turn.ownWait());
		long planned = turn.deadline(QuorumTimer.ATTEMPT);
		if (planned == Turn.NONE || soon - planned < 0) {
			turn.setDeadline(QuorumTimer.ATTEMPT, soon);
		}
	}

}
