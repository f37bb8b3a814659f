package io.github.leaderelection.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import io.github.leaderelection.internal.algorithm.Algorithm;

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
	 * @param arguments the options and their values
	 * @return 2 if an option is wrong or a seed cannot be run, else 0
	 */
	int execute(List<String> arguments) {
		try {
			Map<String, String> options = options(arguments);
			print(Algorithm.named(options.getOrDefault("--algorithm", Algorithm.DEFAULT)), number(options, "--from", 1),
					number(options, "--seeds", 1), number(options, "--minutes", 2) * NANOS_PER_MINUTE,
					(int) number(options, "--threads", Runtime.getRuntime().availableProcessors()));
			return 0;
		}
		catch (IllegalArgumentException ex) {
			this.out.accept(String.valueOf(ex.getMessage()));
			return 2;
		}
	}

	private static Map<String, String> options(List<String> arguments) {
		Map<String, String> options = new HashMap<>();
		for (int i = 0; i < arguments.size(); i += 2) {
			if (!NAMES.contains(arguments.get(i)) || i + 1 == arguments.size()) {
				throw new IllegalArgumentException("'" + arguments.get(i) + "' is no option with a value: use "
						+ NAMES.stream().sorted().toList());
			}
			options.put(arguments.get(i), arguments.get(i + 1));
		}
		return options;
	}

	private static long number(Map<String, String> options, String name, long otherwise) {
		String text = options.getOrDefault(name, Long.toString(otherwise));
		if (!text.matches("\\d{1,12}")) {
			throw new IllegalArgumentException("The value '" + text + "' of " + name + " is no number: give one");
		}
		return Long.parseLong(text);
	}

	private void print(Algorithm algorithm, long from, long seeds, long nanos, int threads) {
		ExecutorService workers = Executors.newFixedThreadPool(Math.max(1, threads));
		try {
			List<Future<String>> lines = LongStream.range(from, from + seeds)
				.mapToObj((seed) -> workers.submit(() -> line(algorithm, seed, nanos)))
				.toList();
			for (Future<String> line : lines) {
				this.out.accept(line.get());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A seed cannot be run", ex.getCause());
		}
		finally {
			workers.shutdownNow();
		}
	}

	private static String line(Algorithm algorithm, long seed, long nanos) {
		RunDigest digest = new RunDigest();
		Result result = Simulator.replay(algorithm, seed, nanos, digest);
		return algorithm.name() + " " + seed + " " + digest.hex() + " " + result.grants() + " grants, "
				+ result.events() + " events" + ((result.violation() != null) ? ", a promise broken" : "");
	}

}
