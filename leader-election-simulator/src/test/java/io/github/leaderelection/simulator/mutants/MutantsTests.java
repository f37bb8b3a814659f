package io.github.leaderelection.simulator.mutants;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

	private static final int AT_LEAST = 20;

	private static final int CONTROL_SEEDS = 5;

	private static final List<Mutant> mutants = Mutants.all();

	private static final List<Future<Trophy>> hunts = new ArrayList<>();

	private static final List<Trophy> trophies = new ArrayList<>();

	private static final ExecutorService cores = Executors
		.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), MutantsTests::daemon);

	private static Future<Trophy> control;

	@BeforeAll
	static void hunt() {
		MutantWorld world = new MutantWorld();
		List<String> scenarios = mutants.stream().flatMap((mutant) -> mutant.scenarios().stream()).distinct().toList();
		control = cores.submit(
				() -> world.with(Map.of(), (hunter) -> new MutantHunt(hunter, scenarios).run("none", CONTROL_SEEDS)));
		for (Mutant mutant : mutants) {
			hunts.add(cores.submit(() -> world.with(world.compile(mutant),
					(hunter) -> new MutantHunt(hunter, mutant.scenarios()).run(mutant.name(), MutantHunt.BUDGET))));
		}
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
	}

	@Test
	void thereAreEnough() {
		assertThat(mutants).hasSizeGreaterThanOrEqualTo(AT_LEAST);
	}

	@Test
	void nothingIsFoundWhereNothingIsMutated() throws Throwable {
		assertThat(outcome(control).found()).isNull();
	}

	@TestFactory
	Stream<DynamicTest> mutantIsFound() {
		return IntStream.range(0, mutants.size())
			.mapToObj(
					(i) -> DynamicTest.dynamicTest(mutants.get(i).name(), () -> isFound(mutants.get(i), hunts.get(i))));
	}

	private static void isFound(Mutant mutant, Future<Trophy> hunt) throws Throwable {
		Trophy trophy = outcome(hunt);
		trophies.add(trophy);
		assertThat(trophy.found()).as("what is true no more: %s", mutant.breaks()).isNotNull();
	}

	private static Trophy outcome(Future<Trophy> hunt) throws Throwable {
		try {
			return hunt.get();
		}
		catch (ExecutionException ex) {
			throw ex.getCause();
		}
	}

}
