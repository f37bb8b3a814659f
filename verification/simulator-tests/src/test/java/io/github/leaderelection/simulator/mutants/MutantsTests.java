package io.github.leaderelection.simulator.mutants;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each mutant is found, and the election as it is shipped is not. The hunts run on all
 * cores while the tests wait for theirs.
 */
class MutantsTests {

	private static final int AT_LEAST = 90;

	private static final int CONTROL_SEEDS = 5;

	/**
	 * A mutant may go round in circles for ever; others take a minute on a loaded
	 * machine.
	 */
	private static final int LONGEST_SECONDS = 900;

	private static final List<Mutant> all = Mutants.all();

	private static final List<Mutant> hunted = all.stream().filter(Mutant::isHunted).toList();

	private static final List<Mutant> spared = all.stream().filter((each) -> !each.isHunted()).toList();

	private static final List<Future<Trophy>> hunts = new ArrayList<>();

	private static final List<Trophy> trophies = new ArrayList<>();

	private static final MutantWorld world = new MutantWorld();

	private static final ExecutorService cores = Executors
		.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), MutantsTests::daemon);

	private static final List<Future<@Nullable Trophy>> controls = new ArrayList<>();

	/** Those that were hunted in a world of their own. */
	private static final Set<Mutant> alone = ConcurrentHashMap.newKeySet();

	@BeforeAll
	static void hunt() {
		hunted.forEach((mutant) -> hunts.add(cores.submit(() -> hunt(mutant))));
		hunted.stream()
			.map(Mutant::algorithm)
			.distinct()
			.forEach((algorithm) -> controls.add(cores.submit(() -> control(algorithm))));
	}

	/**
	 * Where a mutant is not found in place of the shipped classes it is hunted in a world
	 * of its own: what a class does as it is initialized is mutated only there. Random
	 * runs come last.
	 */
	private static Trophy hunt(Mutant mutant) {
		Map<String, byte[]> mutated = world.compile(mutant);
		Trophy inTurn = world.inTurn(mutant.algorithm(), mutated, (hunter) -> new MutantHunt(hunter, mutant.scenarios())
			.run(mutant.name(), mutant.scenarios().isEmpty() ? MutantHunt.BUDGET : 0));
		if (inTurn != null && inTurn.found() != null) {
			return inTurn;
		}
		alone.add(mutant);
		return world.with(mutant.algorithm(), mutated,
				(hunter) -> new MutantHunt(hunter, mutant.scenarios()).run(mutant.name(), MutantHunt.BUDGET));
	}

	/**
	 * Comes after all mutants, in a world they lived in: it shows that nothing of them is
	 * left there. It leaves out the searches, which find nothing in
	 * {@code LeaseSearchTests}.
	 */
	private static @Nullable Trophy control(String algorithm) {
		List<String> scenarios = hunted.stream()
			.filter((mutant) -> mutant.algorithm().equals(algorithm))
			.flatMap((mutant) -> mutant.scenarios().stream())
			.filter((scenario) -> !scenario.startsWith(LeaseHunter.SEARCH))
			.distinct()
			.toList();
		return world.inTurn(algorithm, Map.of(), (hunter) -> new MutantHunt(hunter, scenarios).run("none",
				algorithm.equals(Mutant.QUORUM) ? CONTROL_SEEDS : 0));
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task, "mutant hunt");
		thread.setDaemon(true);
		return thread;
	}

	@AfterAll
	static void print() {
		cores.shutdownNow();
		System.out.println(Trophy.table(trophies));
		System.out.println(alone.size() + " needed a world of their own: " + alone);
		System.out.println(spared.size() + " more are known to survive: " + spared);
	}

	@Test
	void thereAreEnough() {
		assertThat(hunted).hasSizeGreaterThanOrEqualTo(AT_LEAST);
	}

	@Test
	void nothingIsFoundWhereNothingIsMutated() throws Throwable {
		for (Future<Trophy> hunt : hunts) {
			outcome(hunt);
		}
		for (Future<@Nullable Trophy> control : controls) {
			assertThat(Objects.requireNonNull(outcome(control)).found()).isNull();
		}
	}

	@TestFactory
	Stream<DynamicTest> mutantIsFound() {
		return IntStream.range(0, hunted.size())
			.mapToObj((i) -> DynamicTest.dynamicTest(hunted.get(i).name(), () -> isFound(hunted.get(i), hunts.get(i))));
	}

	@TestFactory
	Stream<DynamicTest> mutantThatSurvivesStillApplies() {
		return spared.stream()
			.map((mutant) -> DynamicTest.dynamicTest(mutant.name(),
					() -> assertThat(world.compile(mutant)).isNotEmpty()));
	}

	@Test
	void everyRuleHasItsMutant() {
		List<String> broken = all.stream().map(Mutant::rule).distinct().toList();
		assertThat(Rule.all().stream().filter((rule) -> rule.noCode().isEmpty()).map(Rule::key))
			.containsExactlyInAnyOrderElementsOf(broken);
	}

	@Test
	void pageSaysWhatIsSo() throws Throwable {
		Map<String, Trophy> outcomes = new HashMap<>();
		for (Future<Trophy> hunt : hunts) {
			Trophy trophy = outcome(hunt);
			outcomes.put(trophy.mutant(), trophy);
		}
		String page = MutantsPage.of(Rule.all(), all, outcomes);
		Path fresh = Files.writeString(Files.createDirectories(Path.of("target")).resolve("MUTANTS.md"), page);
		assertThat(CoreSources.find().page())
			.as("verification/simulator-tests/MUTANTS.md is out of date: put %s in its place", fresh)
			.isEqualTo(page);
	}

	private static void isFound(Mutant mutant, Future<Trophy> hunt) throws Throwable {
		Trophy trophy = outcome(hunt);
		trophies.add(trophy);
		assertThat(trophy.found()).as("what is true no more: %s", mutant.breaks()).isNotNull();
	}

	private static <T extends @Nullable Trophy> T outcome(Future<T> hunt) throws Throwable {
		try {
			return hunt.get(LONGEST_SECONDS, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw ex.getCause();
		}
	}

}
