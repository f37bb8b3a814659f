package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Planner}, most of them against all plans of small cases.
 */
class PlannerTests {

	private static final int GONE = 9;

	private static final BiPredicate<String, Integer> NO_REFUSALS = (name, worker) -> false;

	@Test
	void plansAreBalancedWithFewestMovesInEverySmallCase() {
		int cases = 0;
		for (int partitions = 1; partitions <= 5; partitions++) {
			List<String> names = names(partitions);
			for (int workers = 1; workers <= 3; workers++) {
				SortedMap<Integer, Integer> capacities = equal(workers);
				List<Map<String, Integer>> balanced = placements(names, workers, false).stream()
					.filter((plan) -> isBalanced(plan, capacities))
					.toList();
				for (Map<String, Integer> owners : placements(names, workers, true)) {
					Map<String, Integer> plan = plan(names, owners, capacities);
					assertThat(isBalanced(plan, capacities)).as("%s of %s", plan, owners).isTrue();
					assertThat(moves(owners, plan, capacities)).as("%s of %s", plan, owners)
						.isEqualTo(balanced.stream()
							.mapToInt((other) -> moves(owners, other, capacities))
							.min()
							.orElseThrow());
					assertThat(plan(names, plan, capacities)).isEqualTo(plan);
					cases++;
				}
			}
		}
		assertThat(cases).isEqualTo(5632);
	}

	@Test
	void joinMovesOneShareAndLeaveMovesWhatTheWorkerHad() {
		Random random = new Random(1);
		for (int history = 0; history < 2000; history++) {
			List<String> names = names(1 + random.nextInt(200));
			SortedMap<Integer, Integer> capacities = equal(1 + random.nextInt(11));
			Map<String, Integer> plan = plan(names, Map.of(), capacities);
			for (int change = 0; change < 6; change++) {
				int most;
				if (random.nextBoolean() && capacities.size() > 1) {
					Integer gone = List.copyOf(capacities.keySet()).get(random.nextInt(capacities.size()));
					capacities.remove(gone);
					most = count(plan, gone);
				}
				else {
					capacities.put(random.nextInt(1000), 1);
					most = (names.size() + capacities.size() - 1) / capacities.size();
				}
				Map<String, Integer> next = plan(names, plan, capacities);
				assertThat(moves(plan, next)).as("%s to %s", plan, next).isLessThanOrEqualTo(most);
				assertThat(isBalanced(next, capacities)).isTrue();
				plan = next;
			}
		}
	}

	@Test
	void capacitiesDivideWithinOneOfTheShareWhateverTheirSize() {
		Random random = new Random(2);
		for (int i = 0; i < 2000; i++) {
			List<String> names = names(1 + random.nextInt((i % 100 == 1) ? 4096 : 60));
			SortedMap<Integer, Integer> capacities = capacities(random, (i % 2 == 0) ? 5 : 1_000_000);
			Map<String, Integer> owners = owners(random, names, capacities);
			Map<String, Integer> plan = plan(names, owners, capacities);
			assertThat(plan).containsOnlyKeys(names);
			assertThat(isBalanced(plan, capacities)).as("%s of %s", plan, capacities).isTrue();
			assertThat(plan(names, plan, capacities)).isEqualTo(plan);
		}
	}

	@Test
	void pinnedPartitionsBelongToTheirWorkersAndTheOthersDivideTheRest() {
		Random random = new Random(3);
		for (int i = 0; i < 3000; i++) {
			List<String> names = names(1 + random.nextInt(60));
			SortedMap<Integer, Integer> capacities = capacities(random, (i % 2 == 0) ? 1 : 5);
			Map<String, Integer> owners = owners(random, names, capacities);
			Map<String, Integer> pins = owners(random, names.subList(0, random.nextInt(names.size())), capacities);
			Map<String, Integer> plan = Planner.plan(names, owners, capacities, pins, NO_REFUSALS);
			assertThat(plan).containsOnlyKeys(names);
			Map<String, Integer> valid = new HashMap<>(pins);
			valid.values().removeIf((worker) -> !capacities.containsKey(worker));
			assertThat(plan).containsAllEntriesOf(valid);
			assertThat(Planner.plan(names, plan, capacities, pins, NO_REFUSALS)).isEqualTo(plan);
			for (Integer worker : capacities.keySet()) {
				boolean onlyPins = count(plan, worker) == count(valid, worker);
				assertThat(onlyPins || i % 2 != 0
						|| capacities.keySet()
							.stream()
							.allMatch((other) -> count(plan, worker) <= count(plan, other) + 1))
					.as("%s with %s", plan, valid)
					.isTrue();
			}
		}
	}

	@Test
	void pinsCountIntoTheShareOfTheirWorker() {
		List<String> names = names(12);
		Map<String, Integer> pins = Map.of("p0", 2, "p1", 2, "p11", GONE);
		Map<String, Integer> plan = Planner.plan(names, Map.of(), equal(3), pins, NO_REFUSALS);
		assertThat(held(plan, 0)).containsExactly("p2", "p3", "p4", "p5");
		assertThat(held(plan, 1)).containsExactly("p6", "p7", "p8", "p9");
		assertThat(held(plan, 2)).containsExactly("p0", "p1", "p10", "p11");
	}

	@Test
	void workersBesideOneWithTooManyPinsAreBalanced() {
		Map<String, Integer> pins = new HashMap<>();
		IntStream.range(0, 6).forEach((i) -> pins.put("p" + i, 0));
		IntStream.range(6, 9).forEach((i) -> pins.put("p" + i, 1));
		Map<String, Integer> plan = Planner.plan(names(12), Map.of(), equal(3), pins, NO_REFUSALS);
		assertThat(held(plan, 1)).hasSize(3);
		assertThat(held(plan, 2)).containsExactly("p9", "p10", "p11");
	}

	@Test
	void pinThatItsWorkerRefusesIsNoPin() {
		Map<String, Integer> owners = Map.of("p0", 0, "p1", 0, "p2", 1, "p3", 1);
		assertThat(Planner.plan(names(4), owners, equal(2), Map.of("p0", 1), refusals("p0", 1))).isEqualTo(owners);
	}

	/** A pin that is required is one that all others refuse. */
	@Test
	void requiredPinsAreKeptInEverySmallCase() {
		int cases = 0;
		for (int[] size : new int[][] { { 1, 1 }, { 1, 3 }, { 2, 2 }, { 2, 3 }, { 3, 2 }, { 3, 3 }, { 4, 2 } }) {
			List<String> names = names(size[0]);
			for (Map<String, Integer> required : placements(names, size[1] + 1, true)) {
				required.values().removeIf((worker) -> worker == size[1]);
				for (Map<String, Integer> owners : placements(names, size[1], true)) {
					BiPredicate<String, Integer> refuses = (name,
							worker) -> !required.getOrDefault(name, worker).equals(worker);
					assertRefusals(plan(names, owners, equal(size[1])), names, owners, equal(size[1]), required,
							refuses);
					Map<String, Integer> plan = Planner.plan(names, owners, equal(size[1]), required, refuses);
					required.forEach(
							(name, worker) -> assertThat(plan.get(name)).isEqualTo(worker < size[1] ? worker : null));
					cases++;
				}
			}
		}
		assertThat(cases).isGreaterThan(10_000);
	}

	@Test
	void newPartitionsAreHandedOutInRunsAndTheLastOnesMove() {
		List<String> names = names(12);
		Map<String, Integer> plan = plan(names, Map.of(), equal(3));
		assertThat(List.copyOf(plan.keySet())).isEqualTo(names);
		assertThat(held(plan, 0)).containsExactly("p0", "p1", "p2", "p3");
		assertThat(held(plan, 1)).containsExactly("p4", "p5", "p6", "p7");
		assertThat(held(plan, 2)).containsExactly("p8", "p9", "p10", "p11");
		Map<String, Integer> joined = plan(names, plan, equal(4));
		assertThat(held(joined, 3)).containsExactly("p3", "p7", "p11");
	}

	@Test
	void remainderGoesToTheHolderThenTheLargerFractionThenTheFirst() {
		SortedMap<Integer, Integer> capacities = equal(3);
		assertThat(count(plan(names(4), Map.of(), capacities), 0)).isEqualTo(2);
		assertThat(count(plan(names(4), Map.of("p0", 2, "p1", 2), capacities), 2)).isEqualTo(2);
		capacities.put(1, 2);
		assertThat(count(plan(names(5), Map.of(), capacities), 1)).as("of 1.25, 2.5, 1.25").isEqualTo(3);
		assertThat(count(plan(names(5), Map.of("p0", 2, "p1", 2), capacities), 2)).isEqualTo(2);
	}

	@Test
	void nobodyPlansForNobody() {
		assertThat(plan(names(3), Map.of("p0", GONE), equal(0))).isEmpty();
		assertThat(plan(List.of(), Map.of("p0", 0), equal(2))).isEmpty();
	}

	@Test
	void refusalsAreKeptInEverySmallCase() {
		for (int[] size : new int[][] { { 1, 1 }, { 1, 3 }, { 2, 2 }, { 2, 3 }, { 3, 1 }, { 3, 2 }, { 3, 3 },
				{ 4, 2 } }) {
			List<String> names = names(size[0]);
			SortedMap<Integer, Integer> capacities = equal(size[1]);
			for (Map<String, Integer> owners : placements(names, size[1], true)) {
				Map<String, Integer> anyway = plan(names, owners, capacities);
				for (int bits = 0; bits < 1 << (size[0] * size[1]); bits++) {
					int refused = bits;
					assertRefusals(anyway, names, owners, capacities, Map.of(),
							(name, worker) -> (refused >> (names.indexOf(name) * size[1] + worker) & 1) != 0);
				}
			}
		}
	}

	@Test
	void refusalsAreKeptInLargeCases() {
		Random random = new Random(4);
		for (int i = 0; i < 3000; i++) {
			List<String> names = names(1 + random.nextInt(60));
			SortedMap<Integer, Integer> capacities = capacities(random, (i % 2 == 0) ? 1 : 5);
			Map<String, Integer> owners = owners(random, names, capacities);
			Map<String, Integer> pins = (i % 3 != 0) ? Map.of()
					: owners(random, names.subList(0, random.nextInt(names.size())), capacities);
			Set<String> refused = new HashSet<>();
			for (String name : names) {
				capacities.keySet()
					.stream()
					.filter((worker) -> random.nextInt(4) == 0)
					.forEach((worker) -> refused.add(name + worker));
			}
			Map<String, Integer> anyway = Planner.plan(names, owners, capacities, pins, NO_REFUSALS);
			assertRefusals(anyway, names, owners, capacities, pins, (name, worker) -> refused.contains(name + worker));
		}
	}

	@Test
	void partitionThatItsNextOwnerRefusesStays() {
		Map<String, Integer> owners = plan(names(6), Map.of(), equal(2));
		Map<String, Integer> plan = Planner.plan(names(6), owners, equal(3), Map.of(), refusals("p2", 2));
		assertThat(held(plan, 0)).containsExactly("p0", "p1", "p2");
		assertThat(held(plan, 2)).containsExactly("p5");
		assertThat(held(plan(names(6), plan, equal(3)), 2)).containsExactly("p2", "p5");
	}

	@Test
	void workerThatTakesRefusedPartitionsGivesItsLastInTheSamePlan() {
		Map<String, Integer> owners = plan(names(4), Map.of(), equal(2));
		Map<String, Integer> plan = Planner.plan(names(4), owners, equal(2), Map.of(), refusals("p1", 0));
		assertThat(held(plan, 0)).containsExactly("p0", "p3");
		assertThat(held(plan, 1)).containsExactly("p1", "p2");
	}

	@Test
	void partitionThatItsOwnerRefusesGoesToTheLeastLoaded() {
		SortedMap<Integer, Integer> capacities = equal(3);
		capacities.put(2, 3);
		BiPredicate<String, Integer> refuses = (name, worker) -> worker == 0 && !name.equals("p1");
		Map<String, Integer> owners = plan(names(10), Map.of(), capacities);
		assertThat(List.of(count(owners, 0), count(owners, 1), count(owners, 2))).containsExactly(2, 2, 6);
		Map<String, Integer> plan = Planner.plan(names(10), owners, capacities, Map.of(), refuses);
		assertThat(held(plan, 1)).as("first of equal loads").containsExactly("p0", "p2", "p3");
		owners = plan(names(9), Map.of(), capacities);
		assertThat(List.of(count(owners, 0), count(owners, 1), count(owners, 2))).containsExactly(2, 2, 5);
		plan = Planner.plan(names(9), owners, capacities, Map.of(), refuses);
		assertThat(held(plan, 2)).as("load of 5/3").containsExactly("p0", "p4", "p5", "p6", "p7", "p8");
	}

	@Test
	void asksFewQuestions() {
		List<String> names = names(4096);
		SortedMap<Integer, Integer> capacities = equal(500);
		Map<String, Integer> plan = plan(names, Map.of(), equal(499));
		AtomicInteger questions = new AtomicInteger();
		Planner.plan(names, plan, capacities, Map.of(), (name, worker) -> questions.incrementAndGet() < 0);
		assertThat(questions).hasValueLessThan(3 * 4096);
	}

	private static void assertRefusals(Map<String, Integer> anyway, List<String> names, Map<String, Integer> owners,
			SortedMap<Integer, Integer> capacities, Map<String, Integer> pins, BiPredicate<String, Integer> refuses) {
		Map<String, Integer> plan = Planner.plan(names, owners, capacities, pins, refuses);
		for (String name : names) {
			Integer worker = plan.get(name);
			boolean kept = (worker != null) ? !refuses.test(name, worker)
					: capacities.keySet().stream().allMatch((other) -> refuses.test(name, other));
			assertThat(kept).as("%s in %s of %s", name, plan, owners).isTrue();
		}
		assertThat(Planner.plan(names, plan, capacities, pins, refuses)).as("plan of %s", plan).isEqualTo(plan);
		for (Integer above : capacities.keySet()) {
			List<String> held = new ArrayList<>(names);
			held.removeIf((name) -> !above.equals(plan.get(name)));
			int excess = Math.max(0, held.size() - share(plan, above, capacities, true));
			for (Integer below : capacities.keySet()) {
				if (pins.isEmpty() && count(plan, below) < share(plan, below, capacities, false)) {
					assertThat(held.subList(held.size() - excess, held.size()))
						.as("what %s could give %s in %s", above, below, plan)
						.allMatch((name) -> refuses.test(name, below));
				}
			}
		}
		if (names.stream().noneMatch((name) -> refuses.test(name, anyway.getOrDefault(name, GONE)))) {
			assertThat(plan).as("no refusal matters").isEqualTo(anyway);
		}
	}

	private static int share(Map<String, Integer> plan, Integer worker, SortedMap<Integer, Integer> capacities,
			boolean up) {
		long total = capacities.values().stream().mapToLong((capacity) -> capacity).sum();
		return (int) (((long) plan.size() * capacities.get(worker) + (up ? total - 1 : 0)) / total);
	}

	private static boolean isBalanced(Map<String, Integer> plan, SortedMap<Integer, Integer> capacities) {
		return capacities.keySet()
			.stream()
			.allMatch((worker) -> count(plan, worker) >= share(plan, worker, capacities, false)
					&& count(plan, worker) <= share(plan, worker, capacities, true));
	}

	private static int moves(Map<String, Integer> from, Map<String, Integer> to) {
		return (int) to.entrySet()
			.stream()
			.filter((entry) -> !entry.getValue().equals(from.get(entry.getKey())))
			.count();
	}

	private static int moves(Map<String, Integer> owners, Map<String, Integer> plan,
			SortedMap<Integer, Integer> capacities) {
		Map<String, Integer> present = new HashMap<>(owners);
		present.values().removeIf((worker) -> !capacities.containsKey(worker));
		return (int) present.entrySet()
			.stream()
			.filter((entry) -> !entry.getValue().equals(plan.get(entry.getKey())))
			.count();
	}

	private static Map<String, Integer> plan(List<String> names, Map<String, Integer> owners,
			SortedMap<Integer, Integer> capacities) {
		return Planner.plan(names, owners, capacities, Map.of(), NO_REFUSALS);
	}

	private static BiPredicate<String, Integer> refusals(String refused, int by) {
		return (name, worker) -> name.equals(refused) && worker == by;
	}

	private static int count(Map<String, Integer> plan, Integer worker) {
		return (int) plan.values().stream().filter(worker::equals).count();
	}

	private static List<String> held(Map<String, Integer> plan, Integer worker) {
		return plan.keySet().stream().filter((name) -> worker.equals(plan.get(name))).toList();
	}

	private static List<String> names(int count) {
		return IntStream.range(0, count).mapToObj((i) -> "p" + i).toList();
	}

	private static SortedMap<Integer, Integer> equal(int workers) {
		SortedMap<Integer, Integer> capacities = new TreeMap<>();
		IntStream.range(0, workers).forEach((worker) -> capacities.put(worker, 1));
		return capacities;
	}

	private static SortedMap<Integer, Integer> capacities(Random random, int most) {
		SortedMap<Integer, Integer> capacities = equal(1 + random.nextInt(7));
		capacities.replaceAll((worker, capacity) -> 1 + random.nextInt(most));
		return capacities;
	}

	/**
	 * Owners at random, some of them gone, some partitions without one.
	 */
	private static Map<String, Integer> owners(Random random, List<String> names,
			SortedMap<Integer, Integer> capacities) {
		Map<String, Integer> owners = new HashMap<>();
		for (String name : names) {
			int owner = random.nextInt(capacities.size() + 2);
			if (owner <= capacities.size()) {
				owners.put(name, (owner < capacities.size()) ? owner : GONE);
			}
		}
		return owners;
	}

	/**
	 * Every placement of the partitions, with the option of nobody and of a worker that
	 * has gone.
	 */
	private static List<Map<String, Integer>> placements(List<String> names, int workers, boolean withGone) {
		List<Map<String, Integer>> placements = List.of(Map.of());
		for (String name : names) {
			List<Map<String, Integer>> longer = new ArrayList<>();
			for (Map<String, Integer> placement : placements) {
				for (int worker = 0; worker < workers + (withGone ? 2 : 0); worker++) {
					Map<String, Integer> next = new HashMap<>(placement);
					if (worker <= workers) {
						next.put(name, (worker < workers) ? worker : GONE);
					}
					longer.add(next);
				}
			}
			placements = longer;
		}
		return placements;
	}

}
