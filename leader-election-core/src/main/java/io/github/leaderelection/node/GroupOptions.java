package io.github.leaderelection.node;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.health.AdaptiveTimeout;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * The settings of one group. All members of a group should use the same algorithm, lease
 * and heartbeat interval; their priorities may differ.
 *
 * @param algorithm the election's name, {@code quorum} unless set
 * @param lease how long leadership lasts if nothing renews it; at least five heartbeats
 * @param heartbeat the time between two heartbeats of a leader
 * @param priority members of higher priority stand first; a member with 0 votes and never
 * leads
 * @param preempt whether a leader hands over to a member of higher priority that has
 * returned
 * @param settings the settings that the algorithm alone reads, by name
 * @param failureDetector decides how long a silent member is not suspected
 */
public record GroupOptions(String algorithm, Duration lease, Duration heartbeat, int priority, boolean preempt,
		Map<String, String> settings, FailureDetector failureDetector) {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration MOST_HEARTBEAT = Duration.ofMillis(200);

	private static final int HEARTBEATS_PER_LEASE = ElectionSettings.MIN_HEARTBEATS_PER_LEASE;

	/**
	 * Checks that nothing is missing. The ranges are checked when the node is built.
	 */
	public GroupOptions {
		Objects.requireNonNull(algorithm, "algorithm");
		Objects.requireNonNull(lease, "lease");
		Objects.requireNonNull(heartbeat, "heartbeat");
		settings = Map.copyOf(settings);
		Objects.requireNonNull(failureDetector, "failureDetector");
	}

	/**
	 * Returns the default options.
	 * @return {@code quorum}, a lease of 1 s, a heartbeat every 200 ms, priority 1, no
	 * preemption
	 */
	public static GroupOptions defaults() {
		return new GroupOptions(Algorithm.DEFAULT, LEASE, heartbeat(Algorithm.DEFAULT, LEASE), 1, false, Map.of(),
				new AdaptiveTimeout());
	}

	/**
	 * Returns the default time between two heartbeats: a fifth of the lease, and with
	 * peers at most 200 ms. Elections that suspect their leader by missing heartbeats
	 * alone have half of that.
	 * @param algorithm the election's name
	 * @param lease how long leadership lasts if nothing renews it
	 * @return the time
	 */
	public static Duration heartbeat(String algorithm, Duration lease) {
		Duration fifth = lease.dividedBy(HEARTBEATS_PER_LEASE);
		if (algorithm.equals(Algorithm.LEASE)) {
			return fifth;
		}
		Duration usual = (fifth.compareTo(MOST_HEARTBEAT) < 0) ? fifth : MOST_HEARTBEAT;
		return algorithm.equals(Algorithm.DEFAULT) ? usual : usual.dividedBy(2);
	}

	/**
	 * Chooses the election. A heartbeat interval that is
	 * {@linkplain #heartbeat(String, Duration) the usual one} becomes that of the new
	 * election: choose another one afterwards.
	 * @param name its name
	 * @return the options with it
	 */
	public GroupOptions withAlgorithm(String name) {
		return new GroupOptions(name, this.lease, heartbeatWith(name, this.lease), this.priority, this.preempt,
				this.settings, this.failureDetector);
	}

	/**
	 * Chooses the lease. A heartbeat interval that is
	 * {@linkplain #heartbeat(String, Duration) the usual one} becomes that of the new
	 * lease: choose another one afterwards.
	 * @param duration its length
	 * @return the options with it
	 */
	public GroupOptions withLease(Duration duration) {
		return new GroupOptions(this.algorithm, duration, heartbeatWith(this.algorithm, duration), this.priority,
				this.preempt, this.settings, this.failureDetector);
	}

	private Duration heartbeatWith(String newAlgorithm, Duration newLease) {
		boolean isUsual = this.heartbeat.equals(heartbeat(this.algorithm, this.lease));
		return isUsual ? heartbeat(newAlgorithm, newLease) : this.heartbeat;
	}

	/**
	 * Chooses the heartbeat interval.
	 * @param interval its length
	 * @return the options with it
	 */
	public GroupOptions withHeartbeat(Duration interval) {
		return new GroupOptions(this.algorithm, this.lease, interval, this.priority, this.preempt, this.settings,
				this.failureDetector);
	}

	/**
	 * Chooses the priority.
	 * @param newPriority the priority
	 * @return the options with it
	 */
	public GroupOptions withPriority(int newPriority) {
		return new GroupOptions(this.algorithm, this.lease, this.heartbeat, newPriority, this.preempt, this.settings,
				this.failureDetector);
	}

	/**
	 * Chooses whether a leader hands over to a member of higher priority that has
	 * returned.
	 * @param handsOver whether it does
	 * @return the options with it
	 */
	public GroupOptions withPreempt(boolean handsOver) {
		return new GroupOptions(this.algorithm, this.lease, this.heartbeat, this.priority, handsOver, this.settings,
				this.failureDetector);
	}

	/**
	 * Replaces the settings that the algorithm alone reads.
	 * @param own the settings by name, with hyphens: {@code minimum-cluster-size}, say
	 * @return the options with them
	 */
	public GroupOptions withSettings(Map<String, String> own) {
		return new GroupOptions(this.algorithm, this.lease, this.heartbeat, this.priority, this.preempt, own,
				this.failureDetector);
	}

	/**
	 * Chooses how long a silent member is not suspected.
	 * @param detector decides it
	 * @return the options with it
	 */
	public GroupOptions withFailureDetector(FailureDetector detector) {
		return new GroupOptions(this.algorithm, this.lease, this.heartbeat, this.priority, this.preempt, this.settings,
				detector);
	}

}
