package io.github.leaderelection.simulator.explorer.node;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What an action does to one node.
 *
 * @param sent for each node what leaves for it, as the number of a link; empty if nothing
 * leaves
 * @param renaming how the node calls things now, by its number, or -1 if names are kept
 * @param claims the terms in which it says that it leads
 * @param broken what is wrong in it, or null
 * @param crashed what it is where the node crashes amid the event: before its ballot is
 * saved, and after
 */
public record Outcome(int node, int[] sent, int renaming, long[] claims, long[] grants, @Nullable String broken,
		List<Outcome> crashed) {

	private static final int[] NONE = new int[0];

	/** Nothing happens. */
	public static final Outcome NOTHING = new Outcome(-1, NONE, -1, new long[0], new long[0], null, List.of());

	/** Leads beyond the bounds. */
	public static final Outcome BEYOND = new Outcome(-2, NONE, -1, new long[0], new long[0], null, List.of());

	/** Whether others notice nothing of it, and no name changes. */
	boolean isQuiet() {
		return this.sent.length == 0 && this.renaming < 0 && this.broken == null;
	}

}
