package io.github.leaderelection.simulator.explorer;

import java.util.List;
import java.util.Locale;

import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * What a search found.
 *
 * @param states how many states of the cluster were seen, each once
 * @param transitions how many events were tried that change something
 * @param depth how many events lie between the start and the last state seen
 * @param exhausted whether everything within the bounds was seen
 * @param beyond how many events were left out because they lead to a higher term
 * @param nodeStates how many states a single node was seen in
 * @param broken the promise that was broken, null if none was
 * @param trace a shortest way to it, one event a line
 */
public record SearchResult(Bounds bounds, long states, long transitions, int depth, long nanos, boolean exhausted,
		long beyond, int nodeStates, @Nullable String broken, List<String> trace) {

	private static final double NANOS_PER_SECOND = 1e9;

	/** Shows it. */
	@Override
	public String toString() {
		StringBuilder text = new StringBuilder();
		text.append(String.format(Locale.ROOT,
				"%s, %d nodes, terms up to %d, %d crashes, %d breaks, %d resignations, %d lost states, leases %s%s%s%s%s, "
						+ "any number of losses and duplicates, any order%n",
				this.bounds.mode().name().toLowerCase(Locale.ROOT), this.bounds.nodes(), this.bounds.terms(),
				this.bounds.crashes(), this.bounds.breaks(), this.bounds.resigns(), this.bounds.lost(),
				this.bounds.leases(), this.bounds.durable() ? "" : " without directories",
				(this.bounds.witnesses() > 0) ? ", " + this.bounds.witnesses() + " witnesses" : "",
				(this.bounds.learnedEnds() > 0) ? ", " + this.bounds.learnedEnds() + " ends learned" : "",
				this.bounds.opening().isEmpty() ? "" : ", after " + this.bounds.opening()));
		double seconds = this.nanos / NANOS_PER_SECOND;
		text.append(String.format(Locale.ROOT,
				"%d states, %d transitions, depth %d, %.1f s (%.0f transitions/s), %d states of single nodes, "
						+ "%d events cut off for their term%n",
				this.states, this.transitions, this.depth, seconds, this.transitions / Math.max(seconds, 1e-3),
				this.nodeStates, this.beyond));
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
