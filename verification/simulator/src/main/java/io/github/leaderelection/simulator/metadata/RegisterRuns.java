package io.github.leaderelection.simulator.metadata;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Several runs of one kind.
 *
 * @param size the number of members
 * @param memory whether members keep nothing over restarts
 * @param operator whether any number may lose its state, and somebody takes what is left
 * @param store whether a store keeps the register, and none of the others counts
 */
public record RegisterRuns(int size, boolean memory, boolean operator, boolean store) {

	/**
	 * Reads a kind, such as {@code 3 memory}, {@code 5 disk operator} or {@code store}.
	 * @throws IllegalArgumentException if the text is another one
	 */
	public static RegisterRuns of(String text) {
		if (text.equals("store")) {
			return new RegisterRuns(0, false, false, true);
		}
		String[] words = text.split(" ");
		if (words.length < 2 || !words[0].matches("[35]") || !words[1].matches("memory|disk")) {
			throw new IllegalArgumentException(
					"'" + text + "' is no kind of runs: use store, or 3 or 5, memory or disk, and perhaps operator");
		}
		return new RegisterRuns(Integer.parseInt(words[0]), words[1].equals("memory"), words.length > 2, false);
	}

	/**
	 * Plays runs until one breaks a promise.
	 * @param counts adds up what happened
	 * @return what was broken, null if nothing was
	 */
	public @Nullable String play(long firstSeed, long seeds, Map<String, Integer> counts) {
		for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
			try {
				play(seed).forEach((what, count) -> counts.merge(what, count, Integer::sum));
			}
			catch (IllegalStateException ex) {
				return "seed " + seed + ": " + ex.getMessage();
			}
		}
		return null;
	}

	/** Plays runs until one breaks a promise. */
	public @Nullable String play(long firstSeed, long seeds) {
		return play(firstSeed, seeds, new TreeMap<>());
	}

	private Map<String, Integer> play(long seed) {
		if (this.store) {
			StoredRun run = new StoredRun(seed);
			run.play();
			return run.counts();
		}
		RegisterRun run = new RegisterRun(seed, this.size, this.memory, this.operator);
		run.play();
		return run.counts();
	}

}
