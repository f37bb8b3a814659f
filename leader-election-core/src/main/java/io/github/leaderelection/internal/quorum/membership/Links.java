package io.github.leaderelection.internal.quorum.membership;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.health.Health;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.start.Starting;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;

/**
 * Links with the other members, and the member lists they are told over them.
 */
public final class Links {

	private Links() {
	}

	public static void connected(StepContext step, NodeId peer) {
		int member = step.config().indexOf(peer);
		if (member < 0) {
			return;
		}
		step.changePeer(member, (known) -> known.withConnected(true));
		boolean asks = ForeignLists.linked(step, member);
		Health.linked(step, member);
		Broadcasting.linked(step, member);
		step.send(peer, step.state().introduction(asks));
		Starting.connected(step, peer);
		if (step.state().isLeaderless(step.nanos()) && step.state().couldStand()) {
			Attempts.forgetFailures(step);
			Attempts.sooner(step);
		}
	}

	/**
	 * A closed connection is a suspicion only: it does not shorten a promise.
	 */
	public static void disconnected(StepContext step, NodeId peer) {
		int member = step.config().indexOf(peer);
		if (member < 0 || !step.peer(member).connected()) {
			return;
		}
		step.changePeer(member, (linked) -> linked.withConnected(false));
		ForeignLists.remove(step, peer);
		KnownLeader known = step.known();
		if (known != null && known.direct() && known.id().equals(peer) && step.scouting() == null) {
			Attempts.sooner(step);
		}
	}

	public static void introduced(StepContext step, Envelope<QuorumMessage> envelope, Introduction introduction) {
		NodeId from = envelope.from();
		int member = step.sender(envelope);
		MemberList list = new MemberList(introduction.members(), introduction.durable());
		boolean told = list.equals(step.peer(member).list());
		step.changePeer(member, (peer) -> peer.introduced(list, introduction.priority(), introduction.eligible()));
		if (list.compatibleWith(step.config().memberList())) {
			ForeignLists.remove(step, from);
		}
		else {
			refused(step, from, list, told);
		}
		if (introduction.answerWanted()) {
			step.send(from, step.state().introduction(false));
		}
	}

	/**
	 * A node that learns of a list that differs too much does not stand. A leader keeps
	 * its lease.
	 * @param told whether the member named that very list before
	 */
	private static void refused(StepContext step, NodeId from, MemberList list, boolean told) {
		ForeignLists.add(step, from);
		if (step.scouting() != null) {
			RoleChanges.abandonScouting(step);
			// the round would have brought the next attempt, which asks that member again
			Attempts.sooner(step);
		}
		if (!told) {
			step.report(Notice.MEMBER_LIST_REFUSED, refusedList(from, list, step.config().memberList()));
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

	/**
	 * A message names the list of its sender, which may be another than it told.
	 */
	static void heard(StepContext step, Envelope<QuorumMessage> envelope) {
		int member = step.sender(envelope);
		Peer peer = step.peer(member);
		boolean told = peer.list() != null && envelope.fingerprint().equals(peer.listFingerprint());
		if (!envelope.fingerprint().equals(step.config().fingerprint())) {
			ForeignLists.heard(step, member);
			if (!told) {
				step.send(envelope.from(), step.state().introduction(true));
			}
		}
		else if (!told) {
			step.changePeer(member, (known) -> known.sharing(step.config().memberList(), step.config().fingerprint()));
			ForeignLists.remove(step, envelope.from());
		}
	}

}
