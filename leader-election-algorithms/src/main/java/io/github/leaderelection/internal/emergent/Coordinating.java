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
 * What the oldest member does: gives ages, removes the silent, and stands for election.
 */
final class Coordinating {

	private Coordinating() {
	}

	/** Makes the next list and sends it to those in it. */
	static void publish(GroupTurn turn, GroupList next) {
		turn.adopt(next);
		turn.sendToGroup(new ListUpdate(next));
	}

	/**
	 * Gives a node the youngest age. It is answered once the others have acknowledged the
	 * list, or were given time to.
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

	/** Answers new members once nobody is awaited any longer. */
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

	/** Only the coordinator says who is no member any more. */
	static void remove(GroupTurn turn, List<NodeId> gone) {
		if (!gone.isEmpty()) {
			publish(turn, turn.list().without(gone, turn.nextVersion()));
		}
	}

	/**
	 * A member has a newer list, made by one that coordinated before and that this node
	 * did not hear any more: what this node says goes above it.
	 */
	static void overtake(GroupTurn turn, long version) {
		publish(turn, turn.list().renewed(turn.versionAbove(version)));
	}

	/**
	 * The oldest lets the election below try, if a leader could have enough members.
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
	 * A member that leads though it is not the oldest was chosen, or came first while
	 * lists differed: it becomes the oldest.
	 */
	static void followLeader(GroupTurn turn) {
		NodeId leader = turn.election().leaderId();
		if (turn.coordinates() && leader != null && !turn.leads() && turn.list().contains(leader)
				&& turn.election().hearsLeader(turn.nanos())) {
			publish(turn, turn.list().withYoungest(turn.list().olderThan(leader), turn.nextVersion()));
		}
	}

	/**
	 * One that cannot lead, for whatever reason, must not hold up others that could:
	 * after a while the next oldest tries.
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

	/** One that the application does not let lead need not try. */
	private static long patience(GroupTurn turn) {
		return turn.election().eligible() ? turn.options().patienceNanos() : 0;
	}

	private static boolean anotherCould(GroupTurn turn) {
		long span = turn.suspicionNanos();
		Contacts contacts = turn.state().contacts();
		return turn.others().stream().anyMatch((other) -> contacts.ableWithin(other, span, turn.nanos()));
	}

	/** Goes to the end of the ages: the next oldest coordinates from now on. */
	static void handOver(GroupTurn turn) {
		if (turn.coordinates() && turn.list().size() > 1) {
			publish(turn, turn.list().withYoungest(List.of(turn.self()), turn.nextVersion()));
		}
	}

	/** The leader changed, as the election below says. */
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
