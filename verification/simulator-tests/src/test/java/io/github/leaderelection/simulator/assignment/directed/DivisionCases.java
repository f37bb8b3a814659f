package io.github.leaderelection.simulator.assignment.directed;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import org.jspecify.annotations.Nullable;

import static io.github.leaderelection.simulator.assignment.directed.Stage.P;
import static io.github.leaderelection.simulator.assignment.directed.Stage.require;

/**
 * Leaders that divide an assignment differently, or do not know it (17).
 */
final class DivisionCases {

	private static final PartitionList TWO = PartitionList.counted(2);

	private DivisionCases() {
	}

	static void addTo(Map<String, Consumer<Stage>> all) {
		all.put("another division waits for a slow drain", DivisionCases::waitsForTheDrain);
		all.put("another division is drained", DivisionCases::drains);
		all.put("three divisions within a lease", DivisionCases::threeDivisions);
		all.put("a leader does not know the assignment", DivisionCases::unknown);
		all.put("a list comes late", DivisionCases::lateList);
		all.put("a name is removed, another is added", DivisionCases::names);
		all.put("names are too long for one answer", DivisionCases::longNames);
		all.put("one assignment of two is divided anew", DivisionCases::onlyTheOne);
	}

	private static void waitsForTheDrain(Stage stage) {
		Node first = stage.worker("w0").slow();
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		Node next = stage.leader("l2").declares(Node.ORDERS, 0, TWO);
		stage.at(10);
		next.lead(2);
		stage.run(4000, next, first, other);
		require(first.owns(P) && other.owned() == 0, "the keys of a partition that drains have one owner");
		first.drained();
		stage.run(4100, next, first, other);
		require(first.owned() == 1 && other.owned() == 1 && !first.owns(P), "both own their share");
	}

	private static void drains(Stage stage) {
		Node first = stage.worker("w0").slow();
		stage.begin(stage.leader("l1"), first);
		Node next = stage.leader("l2").declares(Node.ORDERS, 0, TWO);
		stage.at(10);
		next.lead(2);
		stage.at(20);
		first.take(next.hear(first.ping(2)));
		require(first.owns(P) && first.ownership(P).release(), "the partition is owned while it drains");
	}

	private static void threeDivisions(Stage stage) {
		PartitionList many = PartitionList.counted(64);
		PartitionList more = PartitionList.counted(128);
		Node[] workers = Stream.of("w0", "w1", "w2")
			.map((each) -> stage.worker(each).declares(Node.ORDERS, 1, many))
			.toArray(Node[]::new);
		workers[1].slow();
		Node former = stage.leader("l1").declares(Node.ORDERS, 0, many).lead(1);
		stage.at(0);
		stage.run(1000, former, workers);
		require(owned(workers) == 64, "all is owned");
		Node second = stage.leader("l2").declares(Node.ORDERS, 0, more).lead(2);
		stage.run(1500, second, workers[0], workers[1]);
		int left = workers[1].owned() + workers[2].owned();
		require(workers[0].owned() == 0 && left > 0, "one worker has drained, one drains, one has not heard");
		Node third = stage.leader("l3").declares(Node.ORDERS, 0, many).lead(3);
		stage.run(4400, third, workers);
		require(workers[1].owned() + workers[2].owned() >= left, "claims are kept");
		workers[1].drained();
		stage.run(5000, third, workers);
		require(owned(workers) == 64, "all is owned after the wait");
		Node last = stage.leader("l4").declares(Node.ORDERS, 0, more).lead(4);
		stage.run(8900, last, workers);
		require(owned(workers) == workers[1].owned(), "nothing is given while one worker drains");
		workers[1].drained();
		stage.run(9000, last, workers);
		require(owned(workers) == 128, "all is owned after the drain");
	}

	private static int owned(Node... workers) {
		return Stream.of(workers).mapToInt(Node::owned).sum();
	}

	private static void unknown(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		Node next = stage.leader("l2").declares(Node.ORDERS, 0, null);
		stage.at(10);
		next.lead(2);
		stage.run(5000, next, first, other);
		require(first.owns(P) && !first.ownership(P).release(), "the ownership goes on");
		first.step(new AssignmentEvent.Released(P));
		stage.run(9000, next, first, other);
		require(first.owned() == 0 && other.owned() == 0, "nothing is given that the leader does not know");
	}

	private static void lateList(Stage stage) {
		Node first = stage.worker("w0").slow();
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		Node next = stage.leader("l2").declares(Node.ORDERS, 0, null);
		stage.at(10);
		next.lead(2);
		stage.run(3900, next, first, other);
		next.step(new AssignmentEvent.Learned(Node.ORDERS, TWO));
		stage.run(5000, next, first, other);
		require(first.owns(P) && first.ownership(P).release(), "what is not in the list is taken back");
		first.drained();
		stage.run(5100, next, first, other);
		require(first.owned() == 1 && other.owned() == 1, "both own their share");
	}

	private static void names(Stage stage) {
		Node first = stage.worker("w0").declares(Node.ORDERS, 1, PartitionList.named(List.of("a", "b"))).slow();
		Node other = stage.worker("w1").declares(Node.ORDERS, 1, PartitionList.named(List.of("a", "b")));
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, PartitionList.named(List.of("a", "b"))).lead(1);
		stage.at(0);
		stage.run(10, leader, first, other);
		Partition kept = new Partition(Node.ORDERS, 0, other.owns(named("a")) ? "a" : "b");
		Partition removed = named(kept.name().equals("a") ? "b" : "a");
		require(first.owns(removed) && other.owns(kept), "both own their share");
		leader.step(new AssignmentEvent.Learned(Node.ORDERS, PartitionList.named(List.of(kept.name(), "c"))));
		stage.run(1000, leader, first, other);
		require(first.owns(removed) && first.ownership(removed).release(), "a name that is removed is drained");
		require(first.owns(named("c")), "a name that is added is given at once");
		require(ends(other) == 0, "the other name is left alone");
		first.drained();
		stage.run(5000, leader, first, other);
		require(!first.owns(removed) && !other.owns(removed), "a name that is removed is not given again");
	}

	private static void longNames(Stage stage) {
		List<String> names = IntStream.range(0, 200).mapToObj((each) -> "n".repeat(100) + each).toList();
		Node first = stage.worker("w0").declares(Node.ORDERS, 1, PartitionList.named(names));
		Node leader = stage.leader("l1").declares(Node.ORDERS, 0, PartitionList.named(names)).lead(1);
		stage.at(0);
		stage.run(1000, leader, first);
		require(first.owned() > 80 && first.owned() < 160, "a worker owns as much as an answer can name");
		require(ends(first) == 0, "what it owns is left alone");
		Node other = stage.worker("w1").declares(Node.ORDERS, 1, PartitionList.named(names));
		stage.run(2000, leader, first, other);
		require(first.owned() + other.owned() > 160, "another worker takes more");
	}

	private static Partition named(String name) {
		return new Partition(Node.ORDERS, 0, name);
	}

	private static long ends(Node node) {
		return node.effects()
			.stream()
			.filter((each) -> !(each instanceof AssignmentEffect.SendPing) && !(each instanceof AssignmentEffect.Begin))
			.count();
	}

	private static void onlyTheOne(Stage stage) {
		Node first = stage.worker("w0").declares("mails", 1, TWO).slow();
		Node other = stage.worker("w1").declares("mails", 1, TWO);
		Node leader = stage.leader("l1").declares("mails", 0, TWO);
		stage.begin(leader, first, other);
		stage.run(400, leader, first, other);
		require(first.owned() == 2 && other.owned() == 1, "both own their share");
		Node next = stage.leader("l2").declares("mails", 0, TWO).declares(Node.ORDERS, 0, TWO).lead(2);
		stage.run(1000, next, first);
		stage.run(6000, next, first, other);
		require(first.owned() == 2 && other.owned() == 1, "only the one assignment is drained");
		@Nullable Partition drained = first.state()
			.worker()
			.owned()
			.stream()
			.filter((each) -> each.release())
			.map((each) -> each.partition())
			.findFirst()
			.orElse(null);
		require(P.equals(drained), "only the one assignment is drained");
	}

}
