package io.github.leaderelection.simulator.explorer.breadth;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a search in breadth found.
 *
 * @param bounds what was searched
 * @param states how many states were seen, each once
 * @param transitions how many events were tried that change something
 * @param depth how many events lie between the start and the last state seen
 * @param exhausted whether everything within the bounds was seen
 * @param beyond how many events were left out because they lead beyond the bounds
 * @param counts what else was counted, by its name
 * @param broken the promise that was broken, null if none was
 * @param trace a shortest way to it, one event a line
 */
public record SearchResult(String bounds, long states, long transitions, int depth, long nanos, boolean exhausted,
		long beyond, Map<String, Long> counts, @Nullable String broken, List<String> trace) {

	private static final double NANOS_PER_SECOND = 1e9;

	/** Shows it. */
	@Override
	public String toString() {
		double seconds = this.nanos / NANOS_PER_SECOND;
		StringBuilder text = new StringBuilder(this.bounds);
		text.append(String.format(Locale.ROOT, "%n%d states, %d transitions, depth %d, %.1f s (%.0f transitions/s)",
				this.states, this.transitions, this.depth, seconds, this.transitions / Math.max(seconds, 1e-3)));
		this.counts.forEach((name, count) -> text.append(", ").append(count).append(' ').append(name));
		text.append((this.beyond > 0) ? ", " + this.beyond + " events cut off for their term\n" : "\n");
		if (this.broken != null) {
			text.append("BROKEN after ").append(this.trace.size()).append(" events: ").append(this.broken).append('\n');
			for (int i = 0; i < this.trace.size(); i++) {
				text.append(String.format(Locale.ROOT, "%3d  %s%n", i + 1, this.trace.get(i)));
			}
		}
		else {
			text.append(this.exhausted ? "exhausted: no promise is broken within these bounds\n"
					: "NOT exhausted: no promise was broken as far as was searched\n");
		}
		return text.toString();
	}

}
