package io.github.leaderelection.simulator.assignment.directed;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;

import static io.github.leaderelection.simulator.assignment.directed.Stage.P;
import static io.github.leaderelection.simulator.assignment.directed.Stage.require;

/**
 * When a leader may give a partition to another worker.
 */
final class LeaderCases {

	/** Clocks within the bound on their rates, and how they differ most. */
	private static final double SLOW = 1 - Stage.DRIFT;

	private static final double FAST = 1 + Stage.DRIFT;

	private LeaderCases() {
	}

	static void addTo(Map<String, Consumer<Stage>> all) {
		all.put("a new leader on a fast clock waits for a worker on a slow one", LeaderCases::waits);
		all.put("a worker on a slow clock falls silent under a leader on a fast one", LeaderCases::silent);
		all.put("each ping renews the promise", LeaderCases::renewed);
		all.put("a ping crosses the list that gives", LeaderCases::crosses);
		all.put("a worker expires and returns", LeaderCases::returns);
		all.put("a claim is under way for longer than a lease", LeaderCases::staleClaim);
		all.put("an old ping arrives after the end", LeaderCases::oldPing);
		all.put("a partition moves there and back", LeaderCases::moves);
		all.put("a leader outside its lease", LeaderCases::outsideItsLease);
		all.put("a leader that was revoked before its lease ended", LeaderCases::revoked);
		all.put("a node leads again after another", LeaderCases::leadsAgain);
		all.put("a ping of a former leadership comes late", LeaderCases::formerPing);
		all.put("a worker stops within the wait", LeaderCases::stopsWithinTheWait);
		all.put("moves for balance await the end of the wait", LeaderCases::balance);
		all.put("moves for balance await the pins that outlive leaders", LeaderCases::unknownPins);
		all.put("pins may have changed under another leader", LeaderCases::pinsOfAFormerLeadership);
		all.put("a leader that changes ends no ownership", LeaderCases::undisturbed);
		all.put("a shorter wait is told to workers with a longer lease", LeaderCases::waitOfTheLeader);
		all.put("a longer wait comes before a longer lease", LeaderCases::longerWaitFirst);
		all.put("a longer wait comes before a longer lease, and a leader changes", LeaderCases::longerWaitOfTheNext);
		all.put("a shorter lease comes before a shorter wait", LeaderCases::shorterLeaseFirst);
	}

	private static void waits(Stage stage) {
		Node slow = stage.worker("w0").rate(SLOW);
		Node fast = stage.worker("w1").rate(FAST);
		Node other = stage.worker("w2");
		stage.begin(stage.leader("l1").rate(FAST), slow, fast, other);
		Node next = stage.leader("l2").rate(FAST);
		stage.at(0.5);
		next.lead(2);
		stage.run(3200, next, fast, other);
		require(fast.owns(P) || other.owns(P), "another worker owns the partition after the wait");
	}

	private static void silent(Stage stage) {
		Node slow = stage.worker("w0").rate(SLOW);
		Node fast = stage.worker("w1").rate(FAST);
		Node leader = stage.leader("l1").rate(FAST);
		stage.begin(leader, slow, fast);
		stage.run(3200, leader, fast);
		require(fast.owns(P), "the other worker owns the partition after the promise");
	}

	private static void renewed(Stage stage) {
		Node first = stage.worker("w0").rate(SLOW);
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1").rate(FAST);
		stage.begin(leader, first, other);
		stage.run(2000, leader, first, other);
		stage.run(5200, leader, other);
		require(other.owns(P), "the other worker owns the partition after the promise");
	}

	private static void crosses(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1").lead(1);
		stage.at(0);
		leader.hear(first.ping(1));
		other.take(leader.hear(other.ping(1)));
		stage.at(340);
		Ping before = first.ping();
		stage.at(342);
		leader.pin(P.name(), first.id());
		List<Answer> given = leader.plan();
		stage.at(350);
		leader.hear(before);
		first.take(given);
		require(first.owns(P), "the first worker owns the partition");
		stage.at(355);
		leader.pin(P.name(), other.id());
		other.take(leader.plan());
		require(!other.owns(P), "the first worker still owns the partition");
		stage.run(360, leader, first, other);
		require(other.owns(P), "the partition has moved");
	}

	private static void returns(Stage stage) {
		PartitionList two = PartitionList.counted(2);
		Node first = stage.worker("w0").declares(Node.ORDERS, 1, two);
		Node other = stage.worker("w1").declares(Node.ORDERS, 1, two);
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, two).lead(1);
		stage.at(0);
		for (int i = 1; i <= 6; i++) {
			leader.pin("p1", (i % 2 == 0) ? other.id() : first.id());
			stage.run(i * 100, leader, first, other);
		}
		stage.run(4600, leader, other);
		require(other.owned() == 2, "the other worker owns both partitions");
		stage.run(5000, leader, first, other);
		require(first.owned() == 1 && other.owned() == 1, "the worker that returned has its share");
	}

	private static void staleClaim(Stage stage) {
		Node first = stage.worker("w0");
		Node second = stage.worker("w1");
		Node third = stage.worker("w2");
		stage.begin(stage.leader("l1"), first, second);
		Node next = stage.leader("l2");
		stage.at(10);
		next.lead(2);
		stage.at(20);
		Ping claim = first.ping(2);
		stage.at(3000);
		second.take(next.hear(second.ping(2)));
		third.take(next.hear(third.ping(2)));
		stage.at(3020);
		next.pin(P.name(), second.id());
		second.take(next.plan());
		require(second.owns(P), "the second worker owns the partition after the wait");
		stage.at(3100);
		next.hear(claim);
		stage.at(3400);
		next.hear(first.ping());
		next.pin(P.name(), third.id());
		third.take(next.plan());
		require(!third.owns(P), "the second worker still owns the partition");
	}

	private static void oldPing(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		Node next = stage.leader("l2").lead(2);
		Ping old = first.ping(2);
		first.take(next.hear(old));
		stage.run(3100, next, first, other);
		next.pin(P.name(), other.id());
		first.take(next.plan());
		first.drained();
		next.hear(first.ping());
		next.hear(old);
		other.take(next.plan());
		require(other.owns(P), "an old ping claims nothing");
	}

	private static void moves(Stage stage) {
		Node first = stage.worker("w0").slow();
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		leader.pin(P.name(), other.id());
		stage.run(100, leader, other);
		require(first.owns(P) && !other.owns(P), "nothing is given while the first worker does not hear of it");
		stage.run(4000, leader, first, other);
		require(first.owns(P) && first.ownership(P).release(), "the partition is owned while it drains");
		first.drained();
		stage.run(4010, leader, first, other);
		require(other.owns(P), "the partition has moved");
		leader.pin(P.name(), first.id());
		stage.run(4020, leader, first, other);
		require(first.owns(P), "the partition has moved back");
	}

	private static void outsideItsLease(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node former = stage.leader("l1").lead(1, 101_000);
		stage.begin(former, first, other);
		stage.run(950, former, first, other);
		stage.at(1000);
		leadsBeside(stage, former, first, other);
	}

	private static void revoked(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node former = stage.leader("l1");
		stage.begin(former, first, other);
		stage.run(1000, former, first, other);
		former.step(new AssignmentEvent.Revoked(1));
		leadsBeside(stage, former, first, other);
	}

	/** The first worker hears of the next leader, the other does not. */
	private static void leadsBeside(Stage stage, Node former, Node first, Node other) {
		Node next = stage.leader("l2").lead(2);
		for (int i = 1005; i <= 5000; i += 5) {
			stage.run(i, next, first);
			stage.run(i, former, other);
		}
		require(first.owns(P), "the first worker still owns the partition");
	}

	private static void leadsAgain(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		leader.step(new AssignmentEvent.Revoked(1));
		Node another = stage.leader("l2").lead(2);
		another.pin(P.name(), other.id());
		stage.run(3500, another, first, other);
		require(other.owns(P), "the partition has moved");
		another.step(new AssignmentEvent.Revoked(2));
		leader.lead(3);
		stage.run(3510, leader, first);
		stage.run(3600, leader, first, other);
		require(other.owns(P), "a leader takes over what workers own");
		stage.run(6600, leader, first, other);
		require(first.owns(P), "pins of the node hold again");
	}

	private static void formerPing(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		leader.step(new AssignmentEvent.Revoked(1));
		leader.lead(3);
		for (int i = 5; i <= 4000; i += 5) {
			stage.run(i, leader, other);
			Ping ping = first.due();
			if (ping != null) {
				first.take(leader.hear(ping));
			}
		}
		require(other.owns(P), "the partition goes to a worker that follows the leader");
	}

	private static void stopsWithinTheWait(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		Node next = stage.leader("l2").lead(2);
		stage.run(500, next, first, other);
		first.step(new AssignmentEvent.Stopping());
		stage.run(520, next, first, other);
		require(other.owns(P), "what is known to be nobody's is given within the wait");
	}

	private static void balance(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		Node next = stage.leader("l2");
		stage.at(10);
		next.lead(2);
		next.pin(P.name(), other.id());
		stage.run(2990, next, first, other);
		require(first.owns(P) && !first.ownership(P).release(), "nothing moves for balance within the wait");
		stage.run(3020, next, first, other);
		require(other.owns(P), "the partition moves after the wait");
	}

	private static void unknownPins(Stage stage) {
		PartitionList four = PartitionList.counted(4);
		Node first = stage.worker("w0").declares(Node.ORDERS, 1, four);
		Node other = stage.worker("w1").declares(Node.ORDERS, 1, four);
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, four);
		leader.knowPins(0);
		leader.step(new AssignmentEvent.Pinned(Node.ORDERS, "p2", other.id(), true));
		leader.pin("p3", other.id());
		leader.lead(1);
		stage.run(3100, leader, first);
		require(first.owned() == 3, "what nobody owns is given, but for what is another's alone");
		stage.run(3500, leader, first, other);
		require(first.owned() == 3 && other.owned() == 1, "nothing moves for balance or pins that may be old");
		leader.pin("p1", other.id());
		stage.run(3600, leader, first, other);
		require(first.owned() == 2 && other.owned() == 2, "an operator moves a partition");
		leader.pin("p1", null);
		stage.run(8000, leader, other);
		require(other.owned() == 4, "what nobody owns any more is given");
		stage.run(8100, leader, first, other);
		require(other.owned() == 4, "a worker that returns awaits the pins, too");
		leader.knowPins(1);
		stage.run(8200, leader, first, other);
		require(first.owned() == 2 && other.owned() == 2, "partitions move once pins are known");
	}

	private static void pinsOfAFormerLeadership(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		leader.knowPins(0);
		stage.begin(leader, first, other);
		leader.step(new AssignmentEvent.Pinned(Node.ORDERS, P.name(), first.id(), true));
		leader.knowPins(1);
		leader.step(new AssignmentEvent.Revoked(1));
		Node another = stage.leader("l2").lead(2);
		another.pin(P.name(), other.id());
		stage.run(3500, another, first, other);
		require(other.owns(P), "the partition has moved");
		another.step(new AssignmentEvent.Revoked(2));
		leader.lead(3);
		stage.run(6600, leader, first, other);
		require(other.owns(P), "nothing moves by pins of a former leadership");
		leader.knowPins(3);
		stage.run(6700, leader, first, other);
		require(first.owns(P), "the partition moves once pins are known");
	}

	private static void undisturbed(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.run(1000, leader, first, other);
		Node next = stage.leader("l2");
		for (double each = 1005; each <= 3385; each += 5) {
			stage.at(each);
			first.due();
			other.due();
		}
		next.lead(2);
		stage.run(9000, next, first, other);
		require(first.owns(P) && first.ownership(P).token().fencingToken() == 1, "the ownership has not ended");
	}

	private static void waitOfTheLeader(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1").lease(2000, 2000);
		stage.begin(leader, first, other);
		stage.run(2500, leader, other);
		require(other.owns(P), "the other worker owns the partition after the promise");
	}

	private static void longerWaitFirst(Stage stage) {
		Node first = stage.worker("w0").lease(3000, 3000);
		Node other = stage.worker("w1").lease(2000, 3000);
		Node leader = stage.leader("l1").lease(2000, 3000);
		stage.begin(leader, first, other);
		stage.run(1000, leader, other);
		stage.run(4000, leader, other);
		require(other.owns(P), "the other worker owns the partition after the promise");
	}

	private static void longerWaitOfTheNext(Stage stage) {
		Node first = stage.worker("w0").lease(3000, 3000);
		Node other = stage.worker("w1").lease(2000, 3000);
		stage.begin(stage.leader("l1").lease(2000, 3000), first, other);
		Node next = stage.leader("l2").lease(2000, 3000).lead(2);
		stage.run(3100, next, other);
		require(other.owns(P), "the other worker owns the partition after the wait");
	}

	private static void shorterLeaseFirst(Stage stage) {
		Node first = stage.worker("w0").lease(2000, 3000);
		Node other = stage.worker("w1").lease(2000, 2000);
		stage.begin(stage.leader("l1").lease(2000, 3000), first, other);
		Node next = stage.leader("l2").lease(2000, 2000).lead(2);
		stage.run(2500, next, other);
		require(other.owns(P), "the other worker owns the partition after the wait");
	}

}
