package io.github.leaderelection.internal.emergent;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.emergent.EmergentMessage.Heartbeat;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListAcknowledged;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListRequest;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUnchanged;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUpdate;
import io.github.leaderelection.internal.emergent.EmergentMessage.Silent;
import io.github.leaderelection.internal.emergent.EmergentMessage.Stranger;
import io.github.leaderelection.spi.Envelope;

/**
 * The tasks of every member: sending heartbeats, updating its list, and claiming the
 * group when every older member is silent.
 */
final class Belonging {

	private Belonging() {
	}

	static void beat(GroupTurn turn) {
		NodeId coordinator = turn.coordinator();
		if (coordinator != null) {
			Heartbeat heartbeat = new Heartbeat(turn.state().ticket(), coordinator, turn.list().version(), turn.nanos(),
					turn.state().contacts().stamp(), turn.election().couldStand());
			for (NodeId target : Watching.targets(turn)) {
				turn.send(target, heartbeat);
			}
		}
	}

	private static ListRequest request(GroupTurn turn) {
		return new ListRequest(turn.state().ticket(), turn.list().version(), turn.state().contacts().stamp(),
				turn.election().couldStand());
	}

	static void tick(GroupTurn turn) {
		Watching.report(turn);
		if (turn.options().isRing(turn.list().size())) {
			Watching.watchElders(turn);
			ask(turn);
		}
		claim(turn);
	}

	/**
	 * Asks the coordinator for its list. If it is silent, asks all older members, for an
	 * earlier claim may have seemed unfounded.
	 */
	private static void ask(GroupTurn turn) {
		long question = turn.state().moments().question();
		NodeId coordinator = turn.coordinator();
		if (coordinator == null || (question != Contacts.NEVER && !turn.due(question))) {
			return;
		}
		turn.moments((m) -> m.withQuestion(turn.nanos() + turn.options().questionNanos()));
		boolean silent = turn.state().moments().elders() != Contacts.NEVER;
		for (NodeId asked : silent ? turn.list().olderThan(turn.self()) : List.of(coordinator)) {
			turn.send(asked, request(turn));
		}
	}

	/**
	 * The oldest remaining member coordinates from now on and removes the silent ones.
	 */
	static void claim(GroupTurn turn) {
		for (NodeId older : turn.list().olderThan(turn.self())) {
			if (!Watching.suspects(turn, older)) {
				return;
			}
		}
		Coordinating.publish(turn, turn.list().without(Watching.suspected(turn), turn.nextVersion()));
		Coordinating.stand(turn);
	}

	static void heartbeat(GroupTurn turn, Envelope<EmergentMessage> envelope, Heartbeat heartbeat) {
		NodeId from = envelope.from();
		if (!turn.joined()) {
			return;
		}
		if (!turn.list().contains(from, heartbeat.ticket())) {
			stranger(turn, envelope, heartbeat);
			return;
		}
		turn.heard(from, heartbeat.able());
		turn.stamped(from, heartbeat.stamp());
		long version = turn.list().version();
		boolean follows = heartbeat.coordinator().equals(turn.self());
		if (follows) {
			turn.followed(from, heartbeat.echo());
		}
		if (!turn.coordinates()) {
			if (heartbeat.version() > version) {
				turn.send(from, request(turn));
			}
		}
		else if (heartbeat.version() < version) {
			turn.send(from, new ListUpdate(turn.list()));
		}
		else if (!follows) {
			// It belongs to another group now.
			Coordinating.remove(turn, List.of(from));
		}
		else if (heartbeat.version() > version) {
			Coordinating.overtake(turn, heartbeat.version());
		}
	}

	/** Handles the heartbeat of a node that is not, or not yet, in this node's list. */
	private static void stranger(GroupTurn turn, Envelope<EmergentMessage> envelope, Heartbeat heartbeat) {
		NodeId coordinator = turn.coordinator();
		if (coordinator != null && !turn.coordinates() && heartbeat.coordinator().equals(coordinator)
				&& heartbeat.version() > turn.list().version()) {
			turn.send(coordinator, request(turn));
		}
		else {
			turn.turn().reply(envelope, new Stranger(heartbeat.ticket()));
		}
	}

	/** This node is not in the group of a node that it believes to be in its own. */
	static void strangerTo(GroupTurn turn, NodeId from, Stranger answer) {
		if (answer.ticket() != turn.state().ticket() || !turn.list().contains(from)) {
			return;
		}
		if (turn.list().isCoordinator(from)) {
			Joining.leaveFor(turn, from);
		}
		else if (turn.coordinates()) {
			Coordinating.remove(turn, List.of(from));
		}
	}

	static void requested(GroupTurn turn, Envelope<EmergentMessage> envelope, ListRequest request) {
		NodeId from = envelope.from();
		if (!turn.list().contains(from, request.ticket())) {
			turn.turn().reply(envelope, new Stranger(request.ticket()));
			return;
		}
		turn.heard(from, request.able());
		long version = turn.list().version();
		if (turn.coordinates()) {
			turn.followed(from, request.echo());
			if (request.version() > version) {
				Coordinating.overtake(turn, request.version());
				return;
			}
		}
		else if (request.version() > version) {
			// The sender may be the only one with the newer list, and in a ring it may
			// send no heartbeats here.
			turn.send(from, request(turn));
			return;
		}
		turn.send(from, (version > request.version()) ? new ListUpdate(turn.list())
				: new ListUnchanged(turn.state().ticket(), version, turn.nanos()));
	}

	static void unchanged(GroupTurn turn, NodeId from, ListUnchanged answer) {
		if (turn.list().contains(from, answer.ticket())) {
			turn.heard(from);
			turn.stamped(from, answer.stamp());
		}
	}

	static void updated(GroupTurn turn, NodeId from, ListUpdate update) {
		GroupList next = update.list();
		if (!turn.joined()) {
			Joining.admitted(turn, next);
		}
		else if (accepts(turn, from, next)) {
			turn.adopt(next);
			Coordinating.stand(turn);
		}
		NodeId coordinator = turn.coordinator();
		if (coordinator != null && next.isCoordinator(coordinator) && turn.list().version() >= next.version()) {
			turn.send(from, new ListAcknowledged(turn.list().version()));
		}
	}

	/**
	 * Accepts a newer list of the own coordinator from any member, and its message that
	 * another one coordinates. Also accepts the claim of a member if all older members
	 * are silent here, too, or were moved behind it. Only a coordinator moves members,
	 * possibly this node. An unfounded claim is refused, for a member that merely lost
	 * its coordinator must not take the group along.
	 */
	private static boolean accepts(GroupTurn turn, NodeId from, GroupList next) {
		NodeId coordinator = next.coordinator();
		GroupList list = turn.list();
		if (coordinator == null || !next.contains(turn.self(), turn.state().ticket()) || !list.contains(coordinator)) {
			return false;
		}
		boolean newer = next.version() > list.version();
		if (newer && (list.isCoordinator(coordinator) || list.isCoordinator(from))) {
			return true;
		}
		if (list.isCoordinator(coordinator)) {
			return false;
		}
		for (NodeId elder : list.olderThan(coordinator)) {
			boolean wentBehind = newer && next.contains(elder);
			if (!wentBehind && (elder.equals(turn.self()) || !Watching.suspects(turn, elder))) {
				return false;
			}
		}
		return true;
	}

	static void reported(GroupTurn turn, NodeId from, Silent silent) {
		if (turn.list().contains(from)) {
			Watching.reported(turn, silent);
		}
	}

	/** A stopping member is removed at once. */
	static void left(GroupTurn turn, NodeId from, long ticket) {
		if (turn.coordinates() && turn.list().contains(from, ticket)) {
			Coordinating.remove(turn, List.of(from));
		}
	}

	/** Announces that this node stops. */
	static void leave(GroupTurn turn) {
		NodeId coordinator = turn.coordinator();
		if (coordinator == null) {
			return;
		}
		if (turn.coordinates()) {
			GroupList left = turn.list().without(List.of(turn.self()), turn.nextVersion());
			turn.sendToGroup(new ListUpdate(left));
		}
		else {
			turn.send(coordinator, new EmergentMessage.Leaving(turn.state().ticket()));
		}
	}

}
