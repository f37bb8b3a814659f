package io.github.leaderelection.simulator.assignment.directed;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Stand;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.protocol.Portion;

import static io.github.leaderelection.simulator.assignment.directed.Stage.P;
import static io.github.leaderelection.simulator.assignment.directed.Stage.require;

/**
 * Workers that stop, fail, refuse and give back.
 */
final class StopCases {

	private static final List<Integer> BACKOFFS = List.of(1, 2, 4, 8, 16, 32, 60, 60);

	private StopCases() {
	}

	static void addTo(Map<String, Consumer<Stage>> all) {
		all.put("a worker stops", StopCases::stops);
		all.put("a worker stops as a ping is under way", StopCases::stopsWithPing);
		all.put("a worker refuses much", StopCases::refusesMuch);
		all.put("a leader stops", StopCases::leaderStops);
		all.put("a leader stops alone", StopCases::leaderStopsAlone);
		all.put("a listener throws", StopCases::fails);
		all.put("a listener throws again and again", StopCases::failsOn);
		all.put("a former call still runs", StopCases::outlived);
		all.put("a former call runs on and on", StopCases::outlivedLong);
		all.put("a partition is given back", StopCases::released);
		all.put("a partition that is given back expires first", StopCases::releasedAndExpired);
	}

	private static void stops(Stage stage) {
		Node first = stage.worker("w0").slow();
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.run(100, leader, first, other);
		first.step(new AssignmentEvent.Stopping());
		stage.run(1000, leader, first, other);
		require(first.owns(P) && first.ownership(P).release(), "the partition is owned while it drains");
		first.drained();
		stage.run(1010, leader, first, other);
		require(other.owns(P), "the partition is given at once");
		require(end(first) == OwnershipEnd.STOPPED, "the ownership ended by the stop");
		leader.pin(P.name(), first.id());
		stage.run(6000, leader, first, other);
		require(other.owns(P), "a worker that stops begins nothing");
	}

	private static void stopsWithPing(Stage stage) {
		Node first = stage.worker("w0").declares(Node.ORDERS, 1, PartitionList.counted(2)).slow();
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, PartitionList.counted(2)).lead(1);
		stage.at(0);
		stage.run(10, leader, first);
		List<Owned> owned = first.state().worker().owned();
		first.step(new AssignmentEvent.Stopping());
		first.step(new AssignmentEvent.Drained(owned.get(0).partition(), owned.get(0).token()));
		first.ping();
		first.step(new AssignmentEvent.Drained(owned.get(1).partition(), owned.get(1).token()));
		List<Portion> last = first.ping().owned();
		require(last != null && last.isEmpty(), "the last ping says the last end");
	}

	private static void refusesMuch(Stage stage) {
		Node first = stage.worker("w0").declares(Node.ORDERS, 1, PartitionList.counted(70));
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, PartitionList.counted(70)).lead(1);
		stage.at(0);
		stage.run(10, leader, first);
		require(first.owned() == 70, "all is owned");
		first.state()
			.worker()
			.owned()
			.forEach((each) -> first.step(new AssignmentEvent.Failed(each.partition(), each.token())));
		Stand stand = first.ping().stands().get(0);
		require(stand.capacity() == 0 && stand.refused().isEmpty(), "it takes nothing instead");
		stage.run(2000, leader, first);
		require(first.owned() == 70, "all is tried again");
	}

	private static OwnershipEnd end(Node node) {
		return node.effects()
			.stream()
			.filter(AssignmentEffect.End.class::isInstance)
			.map((each) -> ((AssignmentEffect.End) each).why())
			.reduce((one, two) -> two)
			.orElseThrow(() -> new BrokenRule("expected: an ownership ended"));
	}

	private static void leaderStops(Stage stage) {
		Node leader = stage.worker("w0");
		Node other = stage.worker("w1");
		stage.begin(leader, leader, other);
		leader.step(new AssignmentEvent.Stopping());
		require(!resigns(leader), "its own partition drains");
		leader.drained();
		require(!resigns(leader), "the leader does not know of the end");
		stage.at(5);
		leader.take(leader.hear(leader.ping()));
		require(!resigns(leader), "the partition is free");
		List<Answer> given = leader.plan();
		require(!resigns(leader), "a partition that is only given is not yet owned");
		other.take(given);
		leader.hear(other.ping());
		require(resigns(leader), "a ping of the new owner owns it");
	}

	private static boolean resigns(Node leader) {
		return leader.protocol().mayResign(leader.state(), List.of(P));
	}

	private static void leaderStopsAlone(Stage stage) {
		Node leader = stage.worker("w0");
		Node other = stage.worker("w1");
		Node idle = stage.worker("w2").declares(Node.ORDERS, 0, PartitionList.counted(1));
		stage.begin(leader, leader, other, idle);
		leader.step(new AssignmentEvent.Stopping());
		require(!resigns(leader), "another worker can take it");
		other.step(new AssignmentEvent.Stopping());
		leader.hear(other.ping());
		require(resigns(leader), "nobody can take it");
	}

	private static void fails(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.run(100, leader, first, other);
		first.step(new AssignmentEvent.Failed(P, first.ownership(P).token()));
		require(end(first) == OwnershipEnd.REFUSED, "the ownership ended by the refusal");
		stage.run(110, leader, first, other);
		require(other.owns(P), "the partition goes elsewhere");
		stage.run(1090, leader, first, other);
		require(other.owns(P), "it is refused for a second");
		stage.run(1600, leader, first, other);
		require(first.owns(P), "then it comes back to where it is pinned");
	}

	private static void failsOn(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		for (int backoff : BACKOFFS) {
			stage.at(stage.millis() + 1);
			double failed = stage.millis();
			first.step(new AssignmentEvent.Failed(P, first.ownership(P).token()));
			stage.run(failed + backoff * 1000 - 1, leader, first);
			require(first.owned() == 0, "it is refused for " + backoff + " s");
			stage.run(failed + backoff * 1000 + 500, leader, first);
			require(first.owns(P), "it is tried again after " + backoff + " s");
		}
	}

	private static void outlived(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.at(3100);
		Ping expired = first.ping();
		leader.plan();
		first.take(leader.hear(expired));
		other.take(leader.hear(other.ping()));
		first.step(new AssignmentEvent.Outlived(P, true));
		List<Answer> given = leader.plan();
		first.take(given);
		require(first.owned() == 0, "nothing begins while its former call runs");
		leader.hear(first.ping());
		other.take(leader.plan());
		require(other.owns(P), "it goes elsewhere");
		first.step(new AssignmentEvent.Outlived(P, false));
		first.take(given);
		require(first.owned() == 0, "an old list begins nothing");
		stage.run(6000, leader, first, other);
		require(first.owns(P), "then it comes back to where it is pinned");
	}

	private static void outlivedLong(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		stage.at(3100);
		first.step(new AssignmentEvent.Expired());
		first.step(new AssignmentEvent.Outlived(P, true));
		stage.run(10_000, leader, first);
		require(first.owned() == 0, "nothing begins while its former call runs");
		first.step(new AssignmentEvent.Outlived(P, false));
		stage.run(10_010, leader, first);
		require(first.owns(P), "then it begins at once");
	}

	private static void released(Stage stage) {
		Node first = stage.worker("w0").slow();
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.run(100, leader, first, other);
		first.step(new AssignmentEvent.Released(P));
		stage.run(4000, leader, first, other);
		require(first.owns(P) && other.owned() == 0, "the partition is owned while it drains");
		first.drained();
		stage.run(4010, leader, first, other);
		require(other.owns(P), "the partition goes elsewhere");
		stage.run(5500, leader, first, other);
		require(first.owns(P), "then it comes back to where it is pinned");
	}

	private static void releasedAndExpired(Stage stage) {
		Node first = stage.worker("w0").slow();
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		stage.at(100);
		first.step(new AssignmentEvent.Released(P));
		stage.at(4000);
		stage.run(6000, leader, first);
		require(first.owns(P), "a partition that expired as it was given back is given anew");
	}

}
