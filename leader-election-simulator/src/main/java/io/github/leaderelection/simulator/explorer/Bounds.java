package io.github.leaderelection.simulator.explorer;

/**
 * What a search is limited to. How many messages are lost, delivered twice or overtaken
 * is not: each may arrive at any time after it was sent, any number of times, or never.
 *
 * @param mode how time passes
 * @param nodes how many nodes, 2 to 9
 * @param terms the highest term; what would lead beyond it is left out
 * @param crashes how many crashes at most; a crashed node may start again with its disk
 * @param breaks how often at most a node may see a link break and open again
 * @param resigns how many requests to resign at most
 * @param rates in {@link Mode#CLOCKED} the rate of each node's clock: {@code s}low,
 * {@code t}rue or {@code f}ast, one letter for each node
 * @param beats how many of a reign's heartbeats at most, by the tick of their sending,
 * may still be acknowledged: those before are forgotten
 * @param maxStates after how many states to give up
 * @param maxDepth how many events in a row at most
 */
public record Bounds(Mode mode, int nodes, int terms, int crashes, int breaks, int resigns, String rates, int beats,
		long maxStates, int maxDepth) {

	private static final int MAX_NODES = 9;

	private static final int MAX_COUNT = 15;

	private static final int MAX_BEATS = 7;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if one is not kept; the message names the value
	 * and the remedy
	 */
	public Bounds {
		require("nodes", nodes, 2, MAX_NODES);
		require("terms", terms, 1, Integer.MAX_VALUE);
		require("crashes", crashes, 0, MAX_COUNT);
		require("breaks", breaks, 0, MAX_COUNT);
		require("resigns", resigns, 0, MAX_COUNT);
		require("beats", beats, 1, MAX_BEATS);
		require("states", maxStates, 1, Long.MAX_VALUE);
		require("depth", maxDepth, 1, Integer.MAX_VALUE);
		if (!rates.matches("[stf]{" + nodes + "}")) {
			throw new IllegalArgumentException("The rates '" + rates + "' do not name one of s, t and f for each of "
					+ nodes + " nodes: write '" + "f".repeat(nodes) + "', say");
		}
	}

	private static void require(String name, long value, long least, long most) {
		if (value < least || value > most) {
			throw new IllegalArgumentException(
					"The number of " + name + ", " + value + ", is not between " + least + " and " + most);
		}
	}

	/**
	 * Three nodes, two terms, one crash, which is searched to its end.
	 * @return the bounds
	 */
	public static Bounds timeless() {
		return new Bounds(Mode.TIMELESS, 3, 2, 1, 0, 0, "ttt", MAX_BEATS, Long.MAX_VALUE, Integer.MAX_VALUE);
	}

}
