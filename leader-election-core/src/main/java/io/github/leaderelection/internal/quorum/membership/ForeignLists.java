package io.github.leaderelection.internal.quorum.membership;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.Peers;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.StepContext;

/**
 * Linked members whose list differs too much. A node that knows of one does not stand. A
 * member that leaves questions unanswered for a lease no longer counts, until it is heard
 * again: a link may stay open in silence.
 */
public final class ForeignLists {

	/** How often a silent member is asked within a lease: one question may be lost. */
	private static final int QUESTIONS = 5;

	private ForeignLists() {
	}

	private static boolean differs(StepContext step, Peer peer) {
		return peer.list() != null && !peer.list().compatibleWith(step.config().memberList());
	}

	static void add(StepContext step, NodeId member) {
		Peers peers = step.state().peers();
		if (!peers.foreignLists().contains(member)) {
			step.change(peers.withForeignList(member));
		}
	}

	/**
	 * The member has a matching list now, or its link is gone. Without any other such
	 * member this node may stand.
	 */
	static void remove(StepContext step, NodeId member) {
		if (forget(step, member) && step.leader() == null) {
			Attempts.suspectLater(step);
		}
	}

	private static boolean forget(StepContext step, NodeId member) {
		Peers peers = step.state().peers();
		if (!peers.foreignLists().contains(member)) {
			return false;
		}
		step.change(peers.withoutForeignList(member));
		return peers.foreignLists().size() == 1;
	}

	/**
	 * A link opened. The member's last known list is believed until the member names its
	 * present one.
	 * @return whether the member is asked for its list
	 */
	static boolean linked(StepContext step, int member) {
		Peer peer = step.peer(member);
		if (!differs(step, peer)) {
			return false;
		}
		step.changePeer(member, (asked) -> asked.asked(step.nanos()));
		if (!isSilent(step, step.peer(member))) {
			add(step, step.config().others().get(member));
		}
		return true;
	}

	/**
	 * A member with another list is heard.
	 */
	static void heard(StepContext step, int member) {
		Peer peer = step.peer(member);
		if (peer.unansweredNanos() != Timing.NONE) {
			step.changePeer(member, Peer::answering);
			if (peer.connected() && differs(step, peer)) {
				add(step, step.config().others().get(member));
			}
		}
	}

	/**
	 * Asks these members for their lists, and drops those that have not answered for a
	 * lease.
	 */
	public static void ask(StepContext step) {
		long next = step.nanos() + step.timing().leaseNanos() / QUESTIONS;
		for (NodeId each : step.state().peers().foreignLists()) {
			int member = step.config().indexOf(each);
			step.changePeer(member, (asked) -> asked.asked(step.nanos()));
			Peer peer = step.peer(member);
			if (isSilent(step, peer)) {
				forget(step, each);
			}
			else {
				step.send(each, step.state().introduction(true));
				next = Timing.earlier(next, silentAt(step, peer));
			}
		}
		if (step.state().peers().foreignLists().isEmpty()) {
			Attempts.sooner(step);
		}
		else {
			Attempts.at(step, next);
		}
	}

	private static boolean isSilent(StepContext step, Peer peer) {
		return step.now().reached(silentAt(step, peer));
	}

	private static long silentAt(StepContext step, Peer peer) {
		return peer.unansweredNanos() + step.timing().leaseNanos();
	}

}
