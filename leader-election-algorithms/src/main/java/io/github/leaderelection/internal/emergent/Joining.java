package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.JoinFailure;
import io.github.leaderelection.internal.emergent.EmergentMessage.JoinRequest;
import io.github.leaderelection.internal.emergent.EmergentMessage.Merge;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The way into a group. A new node asks the seed nodes. A former member asks all nodes,
 * so that it returns even without a live seed node. The first seed node founds a group if
 * no other seed node is in one. The others do so later, in case the first is missing.
 * Groups that meet merge.
 */
final class Joining {

	private Joining() {
	}

	/** Starts a node. */
	static void start(GroupTurn turn) {
		begin(turn, false, null);
		turn.turn().start(NominationTimer.BEAT, turn.options().heartbeatNanos());
		turn.moments((m) -> m.withBeat(turn.nanos() + turn.options().heartbeatNanos()));
	}

	/**
	 * Leaves the group for another one, or to return with a new age. A leader first gives
	 * up its leadership, and leaves with the next heartbeat.
	 */
	static void leaveFor(GroupTurn turn, NodeId through) {
		turn.state(turn.state().boundFor(through));
		if (turn.leads()) {
			turn.turn().giveWay();
		}
		else {
			depart(turn, through);
		}
	}

	/** Leaves the group; a coordinator takes its members along. */
	static void depart(GroupTurn turn, NodeId through) {
		if (turn.coordinates()) {
			turn.sendToGroup(new Merge(through));
		}
		begin(turn, true, through);
	}

	static void begin(GroupTurn turn, boolean again, @Nullable NodeId through) {
		JoinAttempt attempt = new JoinAttempt(again, through, 0, turn.nanos(), List.of());
		turn.state(turn.state().joining(turn.turn().entropy(), attempt));
		attempt(turn, attempt);
	}

	static void tick(GroupTurn turn) {
		JoinAttempt attempt = turn.state().joining();
		if (attempt != null && turn.due(attempt.nextNanos())) {
			attempt(turn, attempt);
		}
	}

	private static void attempt(GroupTurn turn, JoinAttempt attempt) {
		if (mayFound(turn, attempt)) {
			found(turn);
			return;
		}
		for (NodeId introducer : introducers(turn, attempt)) {
			turn.send(introducer, new JoinRequest(turn.self(), turn.state().ticket(), attempt.again()));
		}
		boolean early = attempt.attempts() + 1 < EmergentOptions.JOIN_ATTEMPTS;
		long next = early ? turn.options().attemptNanos() : turn.options().retryNanos();
		turn.state(turn.state().withJoining(attempt.asked(turn.nanos() + next)));
		boolean waits = !attempt.again() && !turn.options().seeds().contains(turn.self());
		if (waits && attempt.attempts() == EmergentOptions.JOIN_ATTEMPTS) {
			String more = (JoinFailure.of(turn.election().settings()) == JoinFailure.STOP) ? ""
					: ". It continues to ask";
			turn.turn().report(Notice.JOIN_FAILED, problem(turn.state(), attempt) + more);
		}
	}

	static String problem(EmergentState state, JoinAttempt attempt) {
		return "This node has asked " + attempt.attempts() + " times to join a group, through "
				+ (attempt.again() ? state.election().others() : state.options().seeds())
				+ ", and was not admitted. Start one of the seed nodes, or name others with"
				+ " leader-election.emergent." + EmergentOptions.SEED_NODES;
	}

	/**
	 * Whether the node may found a group: a seed node that is not admitted, or a former
	 * member, which must not wait forever for its lost group.
	 */
	private static boolean mayFound(GroupTurn turn, JoinAttempt attempt) {
		if (turn.election().others().isEmpty()) {
			return true;
		}
		if (attempt.again()) {
			int place = turn.election().settings().members().indexOf(turn.self());
			return attempt.attempts() >= EmergentOptions.JOIN_ATTEMPTS + place % EmergentOptions.JOIN_ATTEMPTS;
		}
		List<NodeId> seeds = turn.options().seeds();
		int place = seeds.indexOf(turn.self());
		if (place == 0) {
			return attempt.attempts() >= 1 || attempt.notJoined().size() >= seeds.size() - 1;
		}
		return place > 0 && attempt.attempts() >= EmergentOptions.JOIN_ATTEMPTS + place;
	}

	private static void found(GroupTurn turn) {
		turn.adopt(GroupList.foundedBy(turn.self(), turn.state().ticket()));
		Coordinating.stand(turn);
	}

	private static List<NodeId> introducers(GroupTurn turn, JoinAttempt attempt) {
		List<NodeId> introducers = new ArrayList<>(attempt.again() ? turn.election().others() : turn.options().seeds());
		introducers.remove(turn.self());
		NodeId through = attempt.through();
		if (through != null && !introducers.contains(through)) {
			introducers.add(through);
		}
		return introducers;
	}

	/** Repeats a request that may have been lost when a link opens. */
	static void connected(GroupTurn turn, NodeId peer) {
		JoinAttempt attempt = turn.state().joining();
		if (attempt != null && introducers(turn, attempt).contains(peer)) {
			turn.send(peer, new JoinRequest(turn.self(), turn.state().ticket(), attempt.again()));
		}
	}

	static void notJoined(GroupTurn turn, NodeId seed, EmergentMessage.NotJoined message) {
		JoinAttempt attempt = turn.state().joining();
		if (attempt == null || message.ticket() != turn.state().ticket() || !turn.options().seeds().contains(seed)) {
			return;
		}
		JoinAttempt told = attempt.withNotJoined(seed);
		turn.state(turn.state().withJoining(told));
		if (!told.again() && mayFound(turn, told)) {
			found(turn);
		}
	}

	static void admitted(GroupTurn turn, GroupList list) {
		if (!turn.joined() && list.contains(turn.self(), turn.state().ticket())) {
			turn.adopt(list);
		}
	}

	/** Introduces a node, or passes its request to the coordinator. */
	static void requested(GroupTurn turn, Envelope<EmergentMessage> envelope, JoinRequest request) {
		NodeId coordinator = turn.coordinator();
		boolean direct = envelope.from().equals(request.member());
		if (request.member().equals(turn.self())) {
			return;
		}
		if (coordinator == null) {
			if (direct) {
				turn.turn().reply(envelope, new EmergentMessage.NotJoined(request.ticket()));
			}
		}
		else if (coordinator.equals(turn.self())) {
			Coordinating.introduce(turn, request);
		}
		else if (direct && (request.again() || turn.options().seeds().contains(turn.self()))) {
			turn.send(coordinator, request);
		}
	}

}
