package io.github.leaderelection.simulator.explorer.bounds;

/**
 * What a search is limited to. How many messages are lost, delivered twice or overtaken
 * is not: each may arrive at any time after it was sent, any number of times, or never.
 *
 * @param nodes how many nodes, 2 to 9
 * @param terms the highest term; what would lead beyond it is left out
 * @param crashes how many crashes at most; a crashed node may start again with its disk
 * @param breaks how often at most a node may see a link break and open again
 * @param resigns how many requests to resign at most
 * @param rates in {@link Mode#CLOCKED} the rate of each node's clock: {@code s}low,
 * {@code t}rue or {@code f}ast, one message for each node
 * @param beats how many of a reign's heartbeats at most, by the tick of their sending,
 * may still be acknowledged: those before are forgotten
 * @param maxStates after how many states to give up
 * @param maxDepth how many events in a row at most
 * @param lost how often at most a crashed node may start again without its state
 * @param leases the lease of each node: {@code l}ong or {@code s}hort, one message for
 * each node
 * @param durable whether nodes keep state; those that do not have all been started long
 * ago, and one at most crashes
 * @param opening the name of what happens before, empty for nothing but the starts
 * @param witnesses how many nodes, the last ones, vote and never lead
 * @param learnedEnds how often at most a node learns that the process of another has
 * ended; it may also never learn it
 */
public record Bounds(Mode mode, int nodes, int terms, int crashes, int breaks, int resigns, String rates, int beats,
		long maxStates, int maxDepth, int lost, String leases, boolean durable, String opening, int witnesses,
		int learnedEnds) {

	/** The opening in which nothing happens, but all disks are blank. */
	public static final String NEW_CLUSTER = "new-cluster";

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
		require("lost states", lost, 0, MAX_COUNT);
		require("states", maxStates, 1, Long.MAX_VALUE);
		require("witnesses", witnesses, 0, nodes - 1L);
		require("learned ends", learnedEnds, 0, MAX_COUNT);
		require("depth", maxDepth, 1, Integer.MAX_VALUE);
		if (!rates.matches("[stf]{" + nodes + "}")) {
			throw new IllegalArgumentException("The rates '" + rates + "' do not name one of s, t and f for each of "
					+ nodes + " nodes: write '" + "f".repeat(nodes) + "', say");
		}
		if (!leases.matches("[ls]{" + nodes + "}")) {
			throw new IllegalArgumentException("The leases '" + leases + "' do not name one of l and s for each of "
					+ nodes + " nodes: write '" + "l".repeat(nodes) + "', say");
		}
		if (!durable && crashes > 1) {
			throw new IllegalArgumentException(
					"Nodes that keep no state are searched with one crash at most: allow no more");
		}
	}

	/**
	 * Nodes that keep their state and have equal leases.
	 * @param crashes how many crashes at most
	 * @param breaks how many links that break at most
	 * @param resigns how many requests to resign at most
	 * @param beats how many of a reign's heartbeats may still be acknowledged
	 * @param maxStates after how many states to give up
	 * @param maxDepth how many events in a row at most
	 */
	public Bounds(Mode mode, int nodes, int terms, int crashes, int breaks, int resigns, String rates, int beats,
			long maxStates, int maxDepth) {
		this(mode, nodes, terms, crashes, breaks, resigns, rates, beats, maxStates, maxDepth, 0,
				"l".repeat(Math.max(0, nodes)), true, "", 0, 0);
	}

	/**
	 * The same where crashed nodes may start again without their state.
	 * @param count how often at most
	 */
	public Bounds withLost(int count) {
		return new Bounds(this.mode, this.nodes, this.terms, this.crashes, this.breaks, this.resigns, this.rates,
				this.beats, this.maxStates, this.maxDepth, count, this.leases, this.durable, this.opening,
				this.witnesses, this.learnedEnds);
	}

	/** The same with other leases. */
	public Bounds withLeases(String ofEach, boolean directories) {
		return new Bounds(this.mode, this.nodes, this.terms, this.crashes, this.breaks, this.resigns, this.rates,
				this.beats, this.maxStates, this.maxDepth, this.lost, ofEach, directories, this.opening, this.witnesses,
				this.learnedEnds);
	}

	/** The same after something has happened. */
	public Bounds withOpening(String name) {
		return new Bounds(this.mode, this.nodes, this.terms, this.crashes, this.breaks, this.resigns, this.rates,
				this.beats, this.maxStates, this.maxDepth, this.lost, this.leases, this.durable, name, this.witnesses,
				this.learnedEnds);
	}

	/** The same where some nodes vote and never lead. */
	public Bounds withWitnesses(int count) {
		return new Bounds(this.mode, this.nodes, this.terms, this.crashes, this.breaks, this.resigns, this.rates,
				this.beats, this.maxStates, this.maxDepth, this.lost, this.leases, this.durable, this.opening, count,
				this.learnedEnds);
	}

	/**
	 * The same where nodes learn that a process has ended.
	 * @param count how often at most
	 */
	public Bounds withLearnedEnds(int count) {
		return new Bounds(this.mode, this.nodes, this.terms, this.crashes, this.breaks, this.resigns, this.rates,
				this.beats, this.maxStates, this.maxDepth, this.lost, this.leases, this.durable, this.opening,
				this.witnesses, count);
	}

	/** Whether a node votes and never leads. */
	public boolean isWitness(int node) {
		return node >= this.nodes - this.witnesses;
	}

	/** Whether nodes begin with blank disks. */
	public boolean isNewCluster() {
		return this.opening.equals(NEW_CLUSTER);
	}

	/** Whether the nodes have different leases. */
	public boolean leasesDiffer() {
		return this.leases.chars().distinct().count() > 1;
	}

	private static void require(String name, long value, long least, long most) {
		if (value < least || value > most) {
			throw new IllegalArgumentException(
					"The number of " + name + ", " + value + ", is not between " + least + " and " + most);
		}
	}

	/** Three nodes, two terms, one crash, which is searched to its end. */
	public static Bounds timeless() {
		return new Bounds(Mode.TIMELESS, 3, 2, 1, 0, 0, "ttt", MAX_BEATS, Long.MAX_VALUE, Integer.MAX_VALUE);
	}

}
