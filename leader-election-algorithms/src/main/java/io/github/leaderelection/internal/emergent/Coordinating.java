package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.emergent.EmergentMessage.JoinRequest;
import io.github.leaderelection.internal.emergent.EmergentMessage.JoinResponse;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUpdate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the oldest member: giving ages, removing silent members, and standing for
 * election.
 */
final class Coordinating {

	private Coordinating() {
	}

	/** Adopts the next list and sends it to its members. */
	static void publish(GroupTurn turn, GroupList next) {
		turn.adopt(next);
		turn.sendToGroup(new ListUpdate(next));
	}

	/**
	 * Adds a node as the youngest member. It is answered when the others have
	 * acknowledged the list or had time to.
	 */
	static void introduce(GroupTurn turn, JoinRequest request) {
		NodeId member = request.member();
		if (turn.state().bound() != null || !turn.election().connected(member)) {
			return;
		}
		Introduction running = turn.state().introduction();
		boolean known = turn.list().contains(member, request.ticket());
		if (known && (running == null || !running.joiners().contains(member))) {
			turn.send(member, new JoinResponse(request.ticket(), turn.list()));
			return;
		}
		if (known) {
			return;
		}
		List<NodeId> joiners = new ArrayList<>((running != null) ? running.joiners() : List.of());
		joiners.remove(member);
		joiners.add(member);
		turn.adopt(turn.list().joinedBy(member, request.ticket(), turn.nextVersion()));
		List<NodeId> awaited = turn.others().stream().filter((other) -> !joiners.contains(other)).toList();
		for (NodeId other : awaited) {
			turn.send(other, new ListUpdate(turn.list()));
		}
		long until = (running != null) ? running.untilNanos() : turn.nanos() + turn.options().acknowledgementNanos();
		turn.state(turn.state()
			.withIntroduction(new Introduction(turn.list().version(), List.copyOf(joiners), awaited, until)));
		welcome(turn);
	}

	static void acknowledged(GroupTurn turn, NodeId from, long version) {
		Introduction running = turn.state().introduction();
		if (running != null && version >= running.version()) {
			turn.state(turn.state().withIntroduction(running.acknowledgedBy(from)));
			welcome(turn);
		}
	}

	/** Answers new members when no acknowledgement is awaited. */
	private static void welcome(GroupTurn turn) {
		Introduction running = turn.state().introduction();
		if (running == null || (!running.awaited().isEmpty() && !turn.due(running.untilNanos()))) {
			return;
		}
		turn.state(turn.state().withIntroduction(null));
		for (NodeId joiner : running.joiners()) {
			GroupMember member = turn.list().member(joiner);
			if (member != null) {
				turn.send(joiner, new JoinResponse(member.ticket(), turn.list()));
			}
		}
	}

	static void tick(GroupTurn turn) {
		remove(turn, Watching.suspected(turn));
		welcome(turn);
		Merging.call(turn);
		followLeader(turn);
		giveUpIfInVain(turn);
		stand(turn);
	}

	/** Only the coordinator removes members. */
	static void remove(GroupTurn turn, List<NodeId> gone) {
		if (!gone.isEmpty()) {
			publish(turn, turn.list().without(gone, turn.nextVersion()));
		}
	}

	/**
	 * A member has a newer list of a previous coordinator that this node no longer heard.
	 * This node's next list gets a higher version.
	 */
	static void overtake(GroupTurn turn, long version) {
		publish(turn, turn.list().renewed(turn.versionAbove(version)));
	}

	/**
	 * Lets this node stand if it is the oldest and the group has enough members for a
	 * leader.
	 */
	static void stand(GroupTurn turn) {
		if (mayLead(turn) && turn.state().moments().handOver() == Contacts.NEVER && turn.election().couldStand()
				&& turn.election().isLeaderless(turn.nanos())) {
			turn.turn().letStand();
		}
	}

	private static boolean mayLead(GroupTurn turn) {
		return turn.coordinates() && turn.state().bound() == null && turn.list().size() >= turn.options().minimumSize();
	}

	/**
	 * Makes a leader that is not the oldest member the oldest. It was chosen, or won
	 * while lists differed.
	 */
	static void followLeader(GroupTurn turn) {
		NodeId leader = turn.election().leaderId();
		if (turn.coordinates() && leader != null && !turn.leads() && turn.list().contains(leader)
				&& turn.election().hearsLeader(turn.nanos())) {
			publish(turn, turn.list().withYoungest(turn.list().olderThan(leader), turn.nextVersion()));
		}
	}

	/**
	 * A member that cannot lead must not block others that could. After a while the next
	 * oldest tries.
	 */
	private static void giveUpIfInVain(GroupTurn turn) {
		boolean led = turn.leads() || turn.election().hearsLeader(turn.nanos());
		if (led || !mayLead(turn) || turn.list().size() == 1) {
			turn.moments((m) -> m.withLeaderless(Contacts.NEVER).withHandOver(Contacts.NEVER));
			return;
		}
		Moments moments = turn.state().moments();
		if (moments.leaderless() == Contacts.NEVER) {
			turn.moments((m) -> m.withLeaderless(turn.nanos()));
		}
		else if (turn.due(moments.handOver())
				|| (turn.due(moments.leaderless() + patience(turn)) && anotherCould(turn))) {
			handOver(turn);
		}
	}

	/** An ineligible node does not need to try. */
	private static long patience(GroupTurn turn) {
		return turn.election().eligible() ? turn.options().patienceNanos() : 0;
	}

	private static boolean anotherCould(GroupTurn turn) {
		long span = turn.suspicionNanos();
		Contacts contacts = turn.state().contacts();
		return turn.others().stream().anyMatch((other) -> contacts.ableWithin(other, span, turn.nanos()));
	}

	/** Moves this node to the end of the list, so that the next oldest coordinates. */
	static void handOver(GroupTurn turn) {
		if (turn.coordinates() && turn.list().size() > 1) {
			publish(turn, turn.list().withYoungest(List.of(turn.self()), turn.nextVersion()));
		}
	}

	/** The underlying election reports another leader. */
	static void leaderChanged(GroupTurn turn, @Nullable NodeId leader) {
		if (!turn.coordinates() || turn.state().bound() != null) {
			return;
		}
		if (leader != null) {
			turn.moments((m) -> m.withHandOver(Contacts.NEVER));
			followLeader(turn);
			return;
		}
		RevocationReason reason = turn.turn().revocation();
		if (reason == RevocationReason.RESIGNED || reason == RevocationReason.INELIGIBLE) {
			handOver(turn);
		}
		else if (reason == RevocationReason.TRANSFERRED) {
			turn.moments((m) -> m.withHandOver(turn.nanos() + turn.options().transferNanos()));
		}
	}

}
