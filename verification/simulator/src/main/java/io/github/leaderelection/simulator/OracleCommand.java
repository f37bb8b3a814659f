package io.github.leaderelection.simulator;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.options.Options;
import io.github.leaderelection.simulator.time.Seeds;

/**
 * The command {@code oracle}: one line a seed with a digest of all that its run shows, so
 * that two builds can be compared. States are not shown: a change that leaves every
 * message, effect, save and grant as it is gives the same lines.
 */
final class OracleCommand {

	private static final Set<String> NAMES = Set.of("--seeds", "--from", "--algorithm", "--minutes", "--threads");

	private static final long NANOS_PER_MINUTE = 60_000_000_000L;

	private final Consumer<String> out;

	OracleCommand(Consumer<String> out) {
		this.out = out;
	}

	/**
	 * Runs seeds and prints their digests in order.
	 * @return 2 if an option is wrong or a seed cannot be run, else 0
	 */
	int execute(List<String> arguments) {
		try {
			Options options = Options.read(arguments, NAMES);
			Algorithm algorithm = Algorithm.named(options.text("--algorithm", Algorithm.DEFAULT));
			long nanos = options.number("--minutes", 2) * NANOS_PER_MINUTE;
			Seeds.run(options.number("--from", 1), options.number("--seeds", 1), options.threads(),
					(seed) -> line(algorithm, seed, nanos), this.out);
			return 0;
		}
		catch (IllegalArgumentException ex) {
			this.out.accept(String.valueOf(ex.getMessage()));
			return 2;
		}
	}

	private static String line(Algorithm algorithm, long seed, long nanos) {
		RunDigest digest = new RunDigest();
		Result result = Simulator.replay(algorithm, seed, nanos, digest);
		return algorithm.name() + " " + seed + " " + digest.hex() + " " + result.grants() + " grants, "
				+ result.events() + " events" + ((result.violation() != null) ? ", a promise broken" : "");
	}

}
