package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.github.leaderelection.system.chaos.Chaos;
import io.github.leaderelection.system.chaos.ChaosResult;
import io.github.leaderelection.system.chaos.ChaosSpec;

/**
 * Random faults on five processes for as long as asked: what was promised must hold, and
 * every long time without a leader must be explained by the faults of that time.
 */
public final class ChaosBenchmark {

	private static final String MINUTES = "minutes";

	private static final String SEED = "seed";

	private static final String LEASE = "lease-ms";

	private static final String NAMESPACES = "namespaces";

	/** So that most of the time no more than a minority suffers. */
	private static final double SPACING = 2.5;

	private static final String MUTANT = "mutant";

	private static final String ALGORITHM = "algorithm";

	private ChaosBenchmark() {
	}

	public static void main(String[] args) throws IOException, SQLException {
		int drawn = RandomGenerator.getDefault().nextInt(1, 1_000_000);
		Options options = Options.parse("chaos", args, Map.of(MINUTES, 30, SEED, drawn, LEASE, 1000),
				Set.of(NAMESPACES, MUTANT), Set.of(ALGORITHM));
		ChaosSpec spec = spec(options);
		System.out.println("Seed " + spec.seed() + ", " + spec.rounds() + " minutes, lease " + spec.lease().toMillis()
				+ " ms" + (spec.namespaces() ? ", in network namespaces" : ", by proxies") + ", over "
				+ spec.transport() + ", election " + spec.algorithm());
		ChaosResult result = tell(Chaos.run(spec, System.out::println));
		Report report = report(spec, result);
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private static ChaosSpec spec(Options options) {
		ChaosSpec spec = new ChaosSpec("benchmark-chaos", options.number(SEED), options.number(MINUTES),
				Duration.ofMinutes(1), SPACING, Duration.ofMillis(options.number(LEASE)), 5,
				options.flags().contains(NAMESPACES), options.transport(),
				options.texts().getOrDefault(ALGORITHM, "quorum"), List.of());
		return options.flags().contains(MUTANT) ? spec.withLeaseCountedTooLong() : spec;
	}

	private static ChaosResult tell(ChaosResult result) {
		result.violations()
			.forEach((each) -> System.out.println("VIOLATION of " + each.promise() + ": " + each.what()));
		result.longGaps().forEach((each) -> System.out.println("No leader from " + each));
		return result;
	}

	private static Report report(ChaosSpec spec, ChaosResult result) {
		Report report = new Report();
		if (!result.gapsMillis().isEmpty()) {
			report.row("time without a leader, ms", new Figures(result.gapsMillis()));
		}
		report.value("seed", spec.seed());
		report.value("seconds", result.seconds());
		result.applied().forEach((kind, count) -> report.value("faults: " + name(kind.name()), count));
		report.value("grants", result.grants());
		report.value("votes lost to a full disk", result.votesLost());
		report.value("percent of time with a leader", Math.round(result.share() * 1000) / 10.0);
		report.value("times without a leader", result.gapsMillis().size());
		report.value("longer than three leases", result.longGaps().size());
		report.value("writes to the register", result.writes());
		report.value("writes refused as too old", result.refusals());
		report.target("violations", result.violations().size(), 0);
		report.target("unexplained times without a leader", result.unexplainedGaps().size(), 0);
		return report;
	}

	private static String name(String kind) {
		return kind.toLowerCase(Locale.ROOT).replace('_', ' ');
	}

}
