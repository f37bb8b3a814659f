package io.github.leaderelection.simulator.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.variant.Election;

/**
 * A scenario with many seeds, each run by one thread. What comes of it does not depend on
 * how many threads there are.
 */
final class Batch {

	private final Scenario scenario;

	private final Election election;

	Batch(Scenario scenario, String algorithm) {
		this.scenario = scenario;
		this.election = Election.find(algorithm, scenario.variant());
	}

	Measurements run(long from, int seeds, int threads) {
		ExecutorService workers = Executors.newFixedThreadPool(threads);
		try {
			List<Future<LabOutcome>> futures = new ArrayList<>();
			for (int i = 0; i < seeds; i++) {
				long seed = from + i;
				futures.add(workers.submit(() -> this.scenario.play(seed, this.election)));
			}
			List<LabOutcome> outcomes = new ArrayList<>();
			for (Future<LabOutcome> future : futures) {
				outcomes.add(future.get());
			}
			return new Measurements(this.scenario, outcomes);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new IllegalStateException("A seed of " + this.scenario + " cannot be run", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while running " + this.scenario, ex);
		}
		finally {
			workers.shutdownNow();
		}
	}

}
