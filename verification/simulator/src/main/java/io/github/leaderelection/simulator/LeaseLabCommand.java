package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.lease.StoreLab;
import io.github.leaderelection.simulator.lease.StoreLab.Figures;
import io.github.leaderelection.simulator.options.Options;
import io.github.leaderelection.simulator.time.Seeds;

/**
 * The command {@code lab --algorithm lease}: measures what faults cost instances that
 * lead by a lease in a store.
 */
final class LeaseLabCommand {

	private static final Set<String> NAMES = Set.of("--algorithm", "--scenario", "--seeds", "--from", "--threads");

	private static final String HEAD = """
			                                  nobody leads, ms            requests a minute   takes after it
			scenario    instances  store    median      p99      max   of each instance    mean      max   to the named
			""";

	private static final String LINE = "%-10s  %9d  %-6s  %8.1f %8.1f %8.1f   %16.1f  %6.2f %8d   %5.1f %%";

	private final Options options;

	private final Consumer<String> out;

	private LeaseLabCommand(Options options, Consumer<String> out) {
		this.options = options;
		this.out = out;
	}

	/**
	 * Measures, and prints a table.
	 * @return 2 if an option is wrong
	 */
	static int execute(List<String> arguments, Consumer<String> out) {
		try {
			new LeaseLabCommand(Options.read(arguments, NAMES), out).measure();
			return 0;
		}
		catch (IllegalArgumentException ex) {
			out.accept(String.valueOf(ex.getMessage()));
			return 2;
		}
	}

	private void measure() {
		List<StoreLab> scenarios = scenarios();
		HEAD.lines().forEach(this.out);
		for (StoreLab scenario : scenarios) {
			this.out.accept(line(scenario, false));
			this.out.accept(line(scenario, true));
		}
	}

	private List<StoreLab> scenarios() {
		String named = this.options.text("--scenario", "all");
		if (named.equals("all")) {
			return List.of(StoreLab.values());
		}
		return Arrays.stream(named.split(","))
			.map((name) -> Arrays.stream(StoreLab.values())
				.filter((scenario) -> scenario.title().equals(name))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("There is no scenario '" + name + "': use one of "
						+ Arrays.stream(StoreLab.values()).map(StoreLab::title).toList() + ", or all")))
			.toList();
	}

	private String line(StoreLab scenario, boolean tells) {
		List<Figures> measured = new ArrayList<>();
		Seeds.run(this.options.number("--from", 1), this.options.number("--seeds", 1000), this.options.threads(),
				(seed) -> scenario.measure(seed, tells), measured::add);
		double[] unled = measured.stream().mapToDouble(Figures::unledMillis).sorted().toArray();
		return String.format(Locale.ROOT, LINE, scenario.title(), scenario.instances(), tells ? "tells" : "silent",
				rank(unled, 0.5), rank(unled, 0.99), rank(unled, 1),
				measured.stream().mapToDouble(Figures::requests).average().orElse(0),
				measured.stream().mapToLong(Figures::takes).average().orElse(0),
				measured.stream().mapToLong(Figures::takes).max().orElse(0),
				100.0 * measured.stream().filter(Figures::named).count() / measured.size());
	}

	/** By nearest rank. */
	private static double rank(double[] sorted, double share) {
		return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
	}

}
