package io.github.leaderelection.internal.emergent;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * The options of the emergent election, and the durations that follow from the settings.
 *
 * @param minimumSize how many members a leader must hear, itself included
 * @param seeds who introduces new members; the first of them founds the group
 * @param neighbours how many members each sends heartbeats to in a large group
 * @param allToAllUpTo up to which size of the group all send to all
 * @param heartbeatNanos between two heartbeats
 * @param leaseNanos the lease of the election below
 */
public record EmergentOptions(int minimumSize, List<NodeId> seeds, int neighbours, int allToAllUpTo,
		long heartbeatNanos, long leaseNanos) {

	/** The option that names who introduces new members, ids separated by commas. */
	public static final String SEED_NODES = Algorithm.SEED_NODES;

	/**
	 * The option that says how many members each sends heartbeats to in a large group.
	 */
	public static final String HEARTBEAT_NEIGHBOURS = "heartbeat-neighbours";

	/** The option that says up to which size of the group all send to all. */
	public static final String ALL_TO_ALL_UP_TO = "all-to-all-up-to";

	/** How often a node asks to join before it reports that it could not. */
	static final int JOIN_ATTEMPTS = 5;

	private static final int DEFAULT_SEEDS = 2;

	private static final int DEFAULT_NEIGHBOURS = 3;

	private static final int DEFAULT_ALL_TO_ALL = 10;

	private static final int MOST_MEMBERS = 1000;

	private static final double SUSPICION_LEASES = 0.6;

	private static final double SUSPICION_QUESTIONS = 2.5;

	private static final double FOLLOWING_QUESTIONS = 3.5;

	private static final int QUESTIONS_PER_LEASE = 4;

	private static final long SECOND = 1_000_000_000;

	static EmergentOptions of(ElectionSettings settings) {
		AlgorithmOptions options = settings.options();
		List<NodeId> members = settings.members();
		List<NodeId> first = members.subList(0, Math.min(DEFAULT_SEEDS, members.size()));
		return new EmergentOptions(MinimumClusterSize.of(settings), options.nodeIds(SEED_NODES, first, members),
				options.wholeNumber(HEARTBEAT_NEIGHBOURS, DEFAULT_NEIGHBOURS, 1, MOST_MEMBERS),
				options.wholeNumber(ALL_TO_ALL_UP_TO, DEFAULT_ALL_TO_ALL, 1, MOST_MEMBERS), settings.heartbeatNanos(),
				settings.leaseNanos());
	}

	/** Whether a group of some size is too large for heartbeats from all to all. */
	boolean isRing(int size) {
		return size > this.allToAllUpTo && size - 1 > this.neighbours;
	}

	/**
	 * Between two questions for the list's version in a large group: a second, or less
	 * where the lease is short.
	 */
	long questionNanos() {
		return Math.min(SECOND, this.leaseNanos / QUESTIONS_PER_LEASE);
	}

	/** How long a member may be silent. */
	long suspicionNanos(int size) {
		long suspicion = (long) (SUSPICION_LEASES * this.leaseNanos);
		return isRing(size) ? Math.max(suspicion, (long) (SUSPICION_QUESTIONS * questionNanos()) + this.heartbeatNanos)
				: suspicion;
	}

	/**
	 * How old the newest heartbeat may be that a member answered and is counted for. In a
	 * large group the answer comes with the next question.
	 */
	long followingNanos(int size) {
		long suspicion = suspicionNanos(size);
		return isRing(size) ? Math.max(suspicion, (long) (FOLLOWING_QUESTIONS * questionNanos()) + this.heartbeatNanos)
				: suspicion;
	}

	/** How long a coordinator waits until all have acknowledged a list. */
	long acknowledgementNanos() {
		return 2 * this.heartbeatNanos;
	}

	/** How long an attempt to join may take. */
	long attemptNanos() {
		return 4 * this.heartbeatNanos;
	}

	/** Between two attempts to join once the first ones were in vain. */
	long retryNanos() {
		return this.leaseNanos;
	}

	/** Between two calls for other groups. */
	long callNanos() {
		return this.leaseNanos;
	}

	/** How long a coordinator tries to lead before it lets the next oldest try. */
	long patienceNanos() {
		return 4 * this.leaseNanos;
	}

	/** How long a chosen member may take to lead. */
	long transferNanos() {
		return 2 * this.leaseNanos;
	}

}
