package io.github.leaderelection.simulator.assignment.directed;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;

import static io.github.leaderelection.simulator.assignment.directed.Stage.P;
import static io.github.leaderelection.simulator.assignment.directed.Stage.require;

/**
 * What a worker makes of answers that are late, old, or for another start.
 */
final class WorkerCases {

	private static final PartitionList TWO = PartitionList.counted(2);

	private static final Partition FIRST = new Partition(Node.ORDERS, 2, "p0");

	private static final Partition SECOND = new Partition(Node.ORDERS, 2, "p1");

	private WorkerCases() {
	}

	static void addTo(Map<String, Consumer<Stage>> all) {
		all.put("an answer comes after the end of the lease", WorkerCases::afterTheLease);
		all.put("an answer is late", WorkerCases::lateAnswer);
		all.put("an answer is late by many pings", WorkerCases::veryLateAnswer);
		all.put("answers come out of order", WorkerCases::outOfOrder);
		all.put("a list comes after the lease of its ping", WorkerCases::voidList);
		all.put("a lease ends by its timer", WorkerCases::leaseTimer);
		all.put("another thread ends the lease", WorkerCases::anotherThread);
		all.put("a list comes after the end of the lease", WorkerCases::listAfterTheLease);
		all.put("an old list comes again after the end", WorkerCases::oldList);
		all.put("a list comes again after a refusal", WorkerCases::sameList);
		all.put("a late ping claims what ended and was forgotten", WorkerCases::lateClaim);
		all.put("a former leader's list comes after the next leader's", WorkerCases::formerLeader);
		all.put("a former leadership is heard of late", WorkerCases::lowerToken);
		all.put("an answer to a former start", WorkerCases::formerStart);
		all.put("a process restarts while the former one is paused", WorkerCases::restart);
		all.put("two processes with one id", WorkerCases::twins);
		all.put("lists travel only where they differ", WorkerCases::unchanged);
		all.put("one ping of an end is under way", WorkerCases::oneUnderWay);
	}

	private static void afterTheLease(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		stage.at(5);
		List<Answer> late = leader.hear(first.ping());
		stage.at(2713);
		require(!first.owns(P), "the lease of the first ping is over");
		stage.at(2715);
		first.take(late);
		require(!first.owns(P), "what ended never comes back");
		stage.run(2720, leader, first);
		require(first.owns(P), "the partition is given anew");
	}

	private static void lateAnswer(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.at(5);
		List<Answer> late = leader.hear(first.ping());
		stage.run(2700, leader, other);
		first.take(late);
		stage.run(3100, leader, other);
		require(other.owns(P), "the other worker owns the partition after the promise");
	}

	private static void veryLateAnswer(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, first, other);
		stage.at(5);
		List<Answer> late = leader.hear(first.ping());
		stage.run(15_000, leader, first, other);
		stage.run(17_500, leader, other);
		first.take(late);
		stage.run(18_100, leader, other);
		require(other.owns(P), "the other worker owns the partition after the promise");
	}

	private static void outOfOrder(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		stage.at(5);
		List<Answer> early = leader.hear(first.ping());
		stage.at(345);
		first.take(leader.hear(first.ping()));
		first.take(early);
		stage.at(3050);
		require(first.owns(P), "the lease is that of the newest ping that was answered");
		stage.at(3058);
		require(!first.owns(P), "the lease ends");
	}

	private static void voidList(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1").lead(1);
		stage.at(0);
		first.take(leader.hear(first.ping(1)));
		List<Answer> late = leader.plan();
		stage.at(2715);
		first.take(late);
		require(first.owned() == 0, "a list that comes after the lease of its ping is not applied");
		stage.run(2720, leader, first);
		require(first.owns(P), "the next list is applied");
	}

	private static void leaseTimer(Stage stage) {
		Node first = stage.worker("w0");
		stage.begin(stage.leader("l1"), first);
		for (int instant = 5; instant <= 3000; instant += 5) {
			stage.at(instant);
			first.due();
		}
		require(first.effects().stream().anyMatch(AssignmentEffect.End.class::isInstance), "the ownership has ended");
	}

	private static void anotherThread(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		stage.at(5);
		List<Answer> late = leader.hear(first.ping());
		stage.at(2700);
		first.step(new AssignmentEvent.Expired());
		require(first.owned() == 0, "what another thread saw end has ended");
		first.take(late);
		require(first.owned() == 0, "what ended never comes back");
		stage.run(2710, leader, first);
		require(first.owns(P), "the partition is given anew");
	}

	/** Two workers, the first of which owns two partitions. */
	private static Node ownsBoth(Stage stage, Node first, Node other) {
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, TWO).lead(1);
		first.declares(Node.ORDERS, 1, TWO);
		other.declares(Node.ORDERS, 1, TWO);
		leader.pin("p0", first.id());
		leader.pin("p1", first.id());
		stage.at(0);
		first.take(leader.hear(first.ping(1)));
		other.take(leader.hear(other.ping(1)));
		return leader;
	}

	private static void listAfterTheLease(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = ownsBoth(stage, first, other);
		first.take(leader.plan());
		stage.at(5);
		leader.hear(first.ping());
		stage.at(2000);
		leader.pin("p1", other.id());
		List<Answer> late = leader.plan();
		stage.at(2715);
		first.take(late);
		require(first.owned() == 0, "what ended never comes back");
		stage.run(2720, leader, first, other);
		require(first.owns(FIRST) && other.owns(SECOND), "the partitions are given anew");
	}

	private static void oldList(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = ownsBoth(stage, first, other);
		List<Answer> given = leader.plan();
		first.take(given);
		stage.at(5);
		first.take(leader.hear(first.ping()));
		leader.pin("p1", other.id());
		first.take(leader.plan());
		first.drained();
		first.take(given);
		require(!first.owns(SECOND), "what ended never comes back");
		List<Answer> ended = leader.hear(first.ping());
		other.take(leader.plan());
		require(other.owns(SECOND), "the partition has moved");
		first.take(given);
		first.take(ended);
		first.take(given);
		require(first.owns(FIRST) && !first.owns(SECOND), "an old list is not applied");
	}

	private static void sameList(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = ownsBoth(stage, first, other);
		List<Answer> given = leader.plan();
		first.take(given);
		stage.at(5);
		List<Answer> before = leader.hear(first.ping());
		first.step(new AssignmentEvent.Failed(FIRST, first.ownership(FIRST).token()));
		stage.at(20);
		first.take(before);
		leader.hear(first.ping());
		other.take(leader.plan());
		require(other.owns(FIRST), "the partition has moved");
		stage.run(1100, leader, other);
		first.take(given);
		require(!first.owns(FIRST) && first.owns(SECOND), "what ended never comes back");
	}

	private static void lateClaim(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = ownsBoth(stage, first, other);
		first.take(leader.plan());
		first.take(leader.hear(first.ping()));
		leader.pin("p1", other.id());
		first.take(leader.plan());
		first.drained();
		Ping late = first.ping();
		leader.pin("p0", other.id());
		first.take(leader.plan());
		first.drained();
		stage.at(345);
		first.take(leader.hear(first.ping()));
		other.take(leader.plan());
		require(other.owned() == 2, "both partitions have moved");
		stage.at(3400);
		leader.plan();
		leader.hear(late);
		first.take(leader.hear(first.ping()));
		require(first.owned() == 0, "what ended never comes back");
		stage.run(3410, leader, first);
		require(first.owned() == 2, "the partitions are given anew");
	}

	private static void formerLeader(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node former = ownsBoth(stage, first, other);
		List<Answer> given = former.plan();
		Node next = stage.leader("l2").declares(Node.ORDERS, 0, TWO);
		stage.at(10);
		next.lead(2);
		first.follow(2);
		first.take(given);
		require(first.owned() == 0, "the list of a former leader is not applied");
		stage.run(2700, next, other);
		first.take(next.hear(first.ping()));
		first.take(given);
		require(first.owned() == 0, "the list of a former leader is not applied");
		stage.run(3100, next, first, other);
		require(first.owned() == 1 && other.owned() == 1, "both own their share after the wait");
	}

	private static void lowerToken(Stage stage) {
		Node first = stage.worker("w0");
		stage.begin(stage.leader("l1"), first);
		Node next = stage.leader("l2").lead(2);
		stage.run(100, next, first);
		first.follow(1);
		require(first.state().worker().token() == 2, "a lower token is not followed");
		stage.run(4000, next, first);
		require(first.owns(P), "the ownership goes on");
	}

	private static void formerStart(Stage stage) {
		Node former = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = ownsBoth(stage, former, other);
		List<Answer> late = leader.plan();
		stage.crash(former);
		stage.run(3100, leader, other);
		require(other.owned() == 2, "the other worker owns all after the promise");
		Node again = stage.worker("w0", 9).declares(Node.ORDERS, 1, TWO);
		again.ping(1);
		late.forEach((each) -> again.step(new AssignmentEvent.Answered(each)));
		require(again.owned() == 0, "an answer to a former start is not taken");
	}

	private static void restart(Stage stage) {
		Node paused = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = stage.leader("l1");
		stage.begin(leader, paused, other);
		Node again = stage.worker("w0", 9);
		stage.run(2900, leader, again, other);
		require(again.owned() == 0 && other.owned() == 0, "the paused start has its promise");
		stage.run(3100, leader, again, other);
		require(again.owns(P), "the partition is given anew after the promise");
	}

	private static void twins(Stage stage) {
		Node one = stage.worker("w0", 5).declares(Node.ORDERS, 1, TWO);
		Node two = stage.worker("w0", 6).declares(Node.ORDERS, 1, TWO);
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, TWO).lead(1);
		stage.at(0);
		stage.run(4000, leader, one, two);
		require(one.owned() == 1 && two.owned() == 1, "both own their share");
	}

	private static void unchanged(Stage stage) {
		Node first = stage.worker("w0");
		Node leader = stage.leader("l1");
		stage.begin(leader, first);
		Ping begun = first.ping();
		require(begun.owned() == null, "a worker that owns what is listed names the version alone");
		List<Answer> answers = leader.hear(begun);
		require(answers.size() == 1 && answers.get(0).list() == null, "a list that is known does not travel");
		first.take(answers);
		stage.run(2000, leader, first);
		require(first.owns(P), "the ownership goes on");
	}

	private static void oneUnderWay(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		Node leader = ownsBoth(stage, first, other);
		first.take(leader.plan());
		first.take(leader.hear(first.ping()));
		leader.pin("p0", other.id());
		first.take(leader.plan());
		first.drained();
		Ping one = first.ping();
		leader.pin("p1", other.id());
		first.take(leader.plan());
		first.drained();
		require(first.due() == null, "the next ping awaits the answer");
		first.take(leader.hear(one));
		Ping ended = first.ping();
		require(ended.owned() != null && ended.owned().isEmpty(), "the next ping says the other end");
		other.take(leader.hear(ended));
		other.take(leader.plan());
		require(other.owned() == 2, "both partitions have moved");
		require(first.effects().stream().filter(AssignmentEffect.SendPing.class::isInstance).count() == 4,
				"four pings were sent");
	}

}
