package io.github.leaderelection.simulator.assignment.directed;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;

import static io.github.leaderelection.simulator.assignment.directed.Stage.P;
import static io.github.leaderelection.simulator.assignment.directed.Stage.require;

/**
 * Pings that are requests, which the leader holds.
 */
final class HeldCases {

	private static final double QUARTER = Stage.LEASE / 4.0;

	private HeldCases() {
	}

	static void addTo(Map<String, Consumer<Stage>> all) {
		all.put("a request is held until the list changes", HeldCases::heldUntilTheListChanges);
		all.put("a held request returns at the next ping", HeldCases::returnsAtTheNext);
		all.put("a held request returns after a quarter of the wait", HeldCases::returnsInTime);
		all.put("an ignored request returns without news", HeldCases::ignored);
		all.put("held requests end with the leadership", HeldCases::endOfTheLeadership);
		all.put("a leader outside its lease holds nothing", HeldCases::outsideItsLease);
	}

	private static void heldUntilTheListChanges(Stage stage) {
		Node first = stage.worker("w0").held();
		Node leader = stage.leader("l1").lead(1);
		Node other = stage.worker("w1").held();
		leader.pin(P.name(), first.id());
		stage.at(0);
		stage.run(20, leader, first, other);
		require(first.owns(P), "the first worker owns the partition");
		require(request(leader, first) != 0 && request(leader, other) != 0, "one request of each is held");
		leader.pin(P.name(), other.id());
		stage.run(40, leader, first, other);
		require(other.owns(P), "the held requests bring what changed");
		require(request(leader, first) != 0 && request(leader, other) != 0, "one request of each is held again");
	}

	private static long request(Node leader, Node worker) {
		LeaderState state = Objects.requireNonNull(leader.state().leader());
		return Objects.requireNonNull(state.start(worker.id(), worker.incarnation())).request();
	}

	/** A worker whose request 7 is held; it owns the partition. */
	private static Node holds(Stage stage, Node first) {
		Node leader = stage.leader("l1");
		stage.begin(leader, first.held());
		require(leader.hear(first.ping(), 7).isEmpty(), "a request without news is held");
		return leader;
	}

	private static void returnsAtTheNext(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = holds(stage, first);
		stage.at(340);
		Ping next = first.ping();
		List<AssignmentEffect> effects = leader.step(new AssignmentEvent.Pinged(next, 8));
		require(effects.size() == 1 && effects.get(0) instanceof AssignmentEffect.SendAnswer sent && sent.request() == 7
				&& sent.answer().sequence() == next.sequence(), "the held request returns, and names the newest ping");
		require(request(leader, first) == 8, "the newest request is held");
	}

	private static void returnsInTime(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = holds(stage, first);
		stage.at(QUARTER - 1);
		require(leader.plan().isEmpty(), "the request is held");
		stage.at(QUARTER);
		require(leader.plan().size() == 1 && request(leader, first) == 0, "the request returns");
	}

	private static void ignored(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = holds(stage, first);
		stage.at(340);
		Ping next = first.ping();
		leader.hear(next, 8);
		require(leader.step(new AssignmentEvent.Pinged(next, 9))
			.equals(List.of(new AssignmentEffect.EndRequest(9, true))), "a doubled request is ignored and ends");
		require(request(leader, first) == 8, "the newest request is held");
	}

	private static void endOfTheLeadership(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = holds(stage, first);
		require(leader.step(new AssignmentEvent.Revoked(1)).equals(List.of(new AssignmentEffect.EndRequest(7, false))),
				"the held request ends");
		stage.at(340);
		require(leader.step(new AssignmentEvent.Pinged(first.ping(), 8))
			.equals(List.of(new AssignmentEffect.EndRequest(8, false))), "a former leader holds nothing");
	}

	private static void outsideItsLease(Stage stage) {
		Node first = stage.worker("w0").held();
		Node leader = stage.leader("l1").lead(1, 100_200);
		stage.begin(leader, first);
		stage.at(340);
		require(leader.step(new AssignmentEvent.Pinged(first.ping(), 8))
			.equals(List.of(new AssignmentEffect.EndRequest(8, false))), "a leader outside its lease holds nothing");
	}

}
