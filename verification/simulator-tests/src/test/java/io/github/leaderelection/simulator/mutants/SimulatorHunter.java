package io.github.leaderelection.simulator.mutants;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.Simulator;
import io.github.leaderelection.simulator.fault.RandomRun;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.invariant.Violation;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.ScenarioViolation;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Hunts with the simulator of the class loader it was loaded by. Public, for the class
 * that makes it is of another class loader.
 */
public final class SimulatorHunter implements Hunter {

	/** What a scenario says of a broken promise, else it did not go as it must. */
	private static final Pattern PROMISE = Pattern.compile("(.+?) at (\\d+) ns: .*");

	private static final double NANOS_PER_SECOND = 1e9;

	private final Algorithm algorithm;

	private long nanos;

	/**
	 * A hunter in an election.
	 * @param algorithm its name
	 */
	public SimulatorHunter(String algorithm) {
		this.algorithm = Algorithm.named(algorithm);
	}

	@Override
	public @Nullable Catch play(String name) {
		if (!this.algorithm.name().equals(Mutant.QUORUM)) {
			return NominationScenarios.play(name, this.algorithm);
		}
		NamedScenario scenario = MutantScenarios.named(name);
		try {
			scenario.run();
			return null;
		}
		catch (ScenarioViolation ex) {
			return found(name, ex.getMessage());
		}
	}

	private Catch found(String scenario, String message) {
		String what = message.lines().findFirst().orElse("").substring(scenario.length() + ": ".length());
		Matcher promise = PROMISE.matcher(what);
		if (!promise.matches()) {
			return new Catch(scenario, "expected: " + what, what);
		}
		this.nanos += Long.parseLong(promise.group(2));
		return new Catch(scenario, promise.group(1), what);
	}

	@Override
	public @Nullable Catch play(long seed) {
		// not once more for a trace, which nobody reads
		Result result = RandomRun.run(this.algorithm, seed, Simulator.DEFAULT_NANOS, Trace.off());
		Violation violation = result.violation();
		this.nanos += result.nanos();
		return (violation != null) ? new Catch("seed " + seed, violation.rule(), violation.description()) : null;
	}

	@Override
	public double clusterSeconds() {
		return this.nanos / NANOS_PER_SECOND;
	}

}
