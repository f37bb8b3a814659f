package io.github.leaderelection.simulator;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.simulator.explorer.Bounds;
import io.github.leaderelection.simulator.explorer.Findings;
import io.github.leaderelection.simulator.explorer.Mode;
import io.github.leaderelection.simulator.explorer.Search;

/**
 * The command {@code explore}: searches all that can happen to a small cluster.
 */
final class ExploreCommand {

	private static final long NANOS_PER_SECOND = 1_000_000_000L;

	private static final Set<String> NAMES = Set.of("--mode", "--nodes", "--terms", "--crashes", "--losses",
			"--duplicates", "--breaks", "--resigns", "--rates", "--beats", "--states", "--depth", "--seconds",
			"--threads");

	private final Map<String, String> options = new HashMap<>();

	ExploreCommand(String... args) {
		for (int i = 1; i < args.length; i += 2) {
			if (!NAMES.contains(args[i]) || i + 1 == args.length) {
				throw new IllegalArgumentException(
						"'" + args[i] + "' is no option with a value: use " + NAMES.stream().sorted().toList());
			}
			this.options.put(args[i], args[i + 1]);
		}
	}

	/**
	 * Searches, and prints what was found.
	 * @return 1 if a promise is broken
	 */
	int run() {
		int threads = (int) number("--threads", Runtime.getRuntime().availableProcessors());
		long nanos = number("--seconds", 60) * NANOS_PER_SECOND;
		Findings findings = new Search(bounds(), threads, System::nanoTime, nanos).run();
		System.out.print(findings);
		return (findings.broken() != null) ? 1 : 0;
	}

	private Bounds bounds() {
		int nodes = (int) number("--nodes", 3);
		Mode mode = Mode.valueOf(this.options.getOrDefault("--mode", "timeless").toUpperCase(Locale.ROOT));
		return new Bounds(mode, nodes, (int) number("--terms", 2), (int) number("--crashes", 1),
				(int) number("--breaks", 0), (int) number("--resigns", 0),
				this.options.getOrDefault("--rates", "s" + "f".repeat(nodes - 1)), (int) number("--beats", 7),
				number("--states", Long.MAX_VALUE), (int) number("--depth", Integer.MAX_VALUE));
	}

	private long number(String name, long otherwise) {
		String text = this.options.get(name);
		return (text != null) ? Long.parseLong(text) : otherwise;
	}

}
