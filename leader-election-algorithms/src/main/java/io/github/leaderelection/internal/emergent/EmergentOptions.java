package io.github.leaderelection.internal.emergent;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * The options of the emergent election, and the durations derived from the settings.
 *
 * @param minimumSize the number of members a leader must hear, itself included
 * @param seeds the nodes that introduce new members; the first of them founds the group
 * @param neighbours the number of members that each one sends heartbeats to in a large
 * group
 * @param allToAllUpTo the largest size of a group in which all send to all
 */
public record EmergentOptions(int minimumSize, List<NodeId> seeds, int neighbours, int allToAllUpTo,
		long heartbeatNanos, long leaseNanos) {

	/** The option for the nodes that introduce new members, ids separated by commas. */
	public static final String SEED_NODES = Algorithm.SEED_NODES;

	/**
	 * The option for the number of members that each one sends heartbeats to in a large
	 * group.
	 */
	public static final String HEARTBEAT_NEIGHBOURS = "heartbeat-neighbours";

	/** The option for the largest size of a group in which all send to all. */
	public static final String ALL_TO_ALL_UP_TO = "all-to-all-up-to";

	/** The number of attempts to join before a failure is reported. */
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

	/** Whether a group is too large for heartbeats from all to all. */
	boolean isRing(int size) {
		return size > this.allToAllUpTo && size - 1 > this.neighbours;
	}

	/**
	 * The time between two questions for the list's version in a large group: a second,
	 * or less with a short lease.
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
	 * The largest age of the newest answered heartbeat of a member that counts as
	 * following. In a large group the answer comes with the next question.
	 */
	long followingNanos(int size) {
		long suspicion = suspicionNanos(size);
		return isRing(size) ? Math.max(suspicion, (long) (FOLLOWING_QUESTIONS * questionNanos()) + this.heartbeatNanos)
				: suspicion;
	}

	/** How long a coordinator waits for acknowledgements of a list. */
	long acknowledgementNanos() {
		return 2 * this.heartbeatNanos;
	}

	/** How long an attempt to join may take. */
	long attemptNanos() {
		return 4 * this.heartbeatNanos;
	}

	/** The time between two attempts to join after the first ones failed. */
	long retryNanos() {
		return this.leaseNanos;
	}

	/** The time between two calls for other groups. */
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
