package io.github.leaderelection.node;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of one group. All members of a group should use the same algorithm, lease
 * and heartbeat interval; their priorities may differ.
 *
 * @param algorithm the election's name, {@code quorum} unless set
 * @param lease how long leadership lasts if nothing renews it; at least five heartbeats
 * @param heartbeat between two heartbeats of a leader
 * @param priority who stands first; higher goes first, 0 or more
 */
public record GroupOptions(String algorithm, Duration lease, Duration heartbeat, int priority) {

	/**
	 * Checks that nothing is missing. The ranges are checked when the node is built.
	 */
	public GroupOptions {
		Objects.requireNonNull(algorithm, "algorithm");
		Objects.requireNonNull(lease, "lease");
		Objects.requireNonNull(heartbeat, "heartbeat");
	}

	/**
	 * What holds where nothing is set.
	 * @return {@code quorum}, a lease of 1 s, a heartbeat every 100 ms, priority 1
	 */
	public static GroupOptions defaults() {
		return new GroupOptions("quorum", Duration.ofSeconds(1), Duration.ofMillis(100), 1);
	}

	/**
	 * Chooses the election.
	 * @param name its name
	 * @return the options with it
	 */
	public GroupOptions withAlgorithm(String name) {
		return new GroupOptions(name, this.lease, this.heartbeat, this.priority);
	}

	/**
	 * Chooses the lease.
	 * @param duration its length
	 * @return the options with it
	 */
	public GroupOptions withLease(Duration duration) {
		return new GroupOptions(this.algorithm, duration, this.heartbeat, this.priority);
	}

	/**
	 * Chooses the heartbeat interval.
	 * @param interval its length
	 * @return the options with it
	 */
	public GroupOptions withHeartbeat(Duration interval) {
		return new GroupOptions(this.algorithm, this.lease, interval, this.priority);
	}

	/**
	 * Chooses the priority.
	 * @param newPriority the priority
	 * @return the options with it
	 */
	public GroupOptions withPriority(int newPriority) {
		return new GroupOptions(this.algorithm, this.lease, this.heartbeat, newPriority);
	}

}
