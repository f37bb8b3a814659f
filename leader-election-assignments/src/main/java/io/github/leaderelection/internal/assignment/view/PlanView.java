package io.github.leaderelection.internal.assignment.view;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import org.jspecify.annotations.Nullable;

/**
 * An assignment as the leader sees it.
 *
 * @param partitions how many there are, null where the leader does not know them
 * @param owners the partitions of each node
 * @param capacity of each node that has any
 * @param required the partitions whose pins forbid any other owner
 * @param skew partitions for each unit of capacity, of the instance with most less those
 * of the instance with fewest
 */
public record PlanView(@Nullable Integer partitions, Map<String, List<String>> owners, Map<String, Integer> capacity,
		List<Moving> moving, Map<Unowned, List<String>> unowned, Map<String, String> pins, List<String> required,
		double skew) {

	/**
	 * Looks at an assignment.
	 * @param names shows the name of a partition
	 */
	public static PlanView of(AssignmentState state, LeaderState leader, String assignment,
			UnaryOperator<String> names) {
		PartitionList list = state.list(assignment);
		Map<String, List<String>> owners = new TreeMap<>();
		Map<String, Integer> capacity = new TreeMap<>();
		List<Moving> moving = new ArrayList<>();
		Map<String, String> pins = new TreeMap<>();
		List<Entry> book = new ArrayList<>(leader.book());
		book.removeIf((each) -> !each.owned().partition().assignment().equals(assignment));
		for (Entry each : book) {
			String name = names.apply(each.owned().partition().name());
			owners.computeIfAbsent(each.worker(), (worker) -> new ArrayList<>()).add(name);
			if (each.owned().release() || !leader.isConfirmed(each)) {
				moving.add(new Moving(name, each.worker(), each.owned().release()));
			}
		}
		state.pins()
			.stream()
			.filter((each) -> each.assignment().equals(assignment))
			.forEach((each) -> pins.put(names.apply(each.name()), each.worker()));
		List<Start> able = leader.starts().stream().filter((each) -> each.capacity(assignment) > 0).toList();
		double most = 0;
		double fewest = able.isEmpty() ? 0 : Double.MAX_VALUE;
		for (Start each : able) {
			capacity.merge(each.worker(), each.capacity(assignment), Integer::sum);
			double share = (double) book.stream().filter((entry) -> entry.isOf(each)).count()
					/ each.capacity(assignment);
			most = Math.max(most, share);
			fewest = Math.min(fewest, share);
		}
		Map<String, String> required = state.required(assignment);
		Map<Unowned, List<String>> unowned = new EnumMap<>(Unowned.class);
		if (list == null) {
			unowned.put(Unowned.LIST_UNKNOWN, List.of());
		}
		else {
			reasons(leader, assignment, list, book, able, required)
				.forEach((partition, reason) -> unowned.computeIfAbsent(reason, (key) -> new ArrayList<>())
					.add(names.apply(partition.name())));
		}
		return new PlanView((list != null) ? list.names().size() : null, owners, capacity, moving, unowned, pins,
				required.keySet().stream().map(names).sorted().toList(), most - fewest);
	}

	private static Map<Partition, Unowned> reasons(LeaderState leader, String assignment, PartitionList list,
			List<Entry> book, List<Start> able, Map<String, String> required) {
		Set<Partition> owned = new HashSet<>();
		book.forEach((each) -> owned.add(each.owned().partition()));
		boolean foreign = owned.stream().anyMatch((each) -> each.division() != list.division());
		Set<Partition> free = Set.copyOf(leader.free());
		Map<Partition, Unowned> reasons = new TreeMap<>();
		for (String name : list.names()) {
			Partition partition = new Partition(assignment, list.division(), name);
			List<Start> allowed = able.stream()
				.filter((each) -> required.getOrDefault(name, each.worker()).equals(each.worker()))
				.toList();
			if (!owned.contains(partition)) {
				reasons
					.put(partition,
							!leader.waited() && !free.contains(partition) ? Unowned.WAITING
									: able.isEmpty() ? Unowned.NO_CAPACITY
											: allowed.isEmpty() ? Unowned.PINNED : foreign ? Unowned.OTHER_DIVISION
													: allowed.stream().allMatch((each) -> each.refuses(partition))
															? Unowned.ALL_REFUSE : Unowned.PENDING);
			}
		}
		return reasons;
	}

	/**
	 * A partition between two owners.
	 *
	 * @param node its owner, or the next one
	 * @param draining whether the owner gives it up; else it has not taken it yet
	 */
	public record Moving(String partition, String node, boolean draining) {
	}

}
