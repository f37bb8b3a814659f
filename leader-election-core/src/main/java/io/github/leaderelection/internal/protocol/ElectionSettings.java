package io.github.leaderelection.internal.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.AdaptiveTimeout;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.health.SuspicionBounds;

/**
 * The settings of one group on one node.
 *
 * @param cluster the cluster's name; nodes of another are refused
 * @param group the group's name
 * @param self this node
 * @param members all members, this node included, in the order of their ids
 * @param durable whether the ballot outlives the process
 * @param leaseNanos how long a promise lasts; at least five heartbeats
 * @param heartbeatNanos between two heartbeats of a leader
 * @param maxClockDrift bound on the error of the clock's rate, a ratio above 0 and below
 * 0.5
 * @param priority who stands first; higher goes first
 * @param drainNanos how long running work is awaited before leadership is given up
 * @param options what the algorithm alone reads
 * @param failureDetector decides how long a silent member is not suspected
 * @param minimumTerm this node proposes and votes for terms above this one only; 0 for
 * any
 */
public record ElectionSettings(String cluster, String group, NodeId self, List<NodeId> members, boolean durable,
		long leaseNanos, long heartbeatNanos, double maxClockDrift, int priority, long drainNanos,
		AlgorithmOptions options, FailureDetector failureDetector, long minimumTerm) {

	/** The shortest heartbeat interval. */
	public static final Duration MIN_HEARTBEAT = Duration.ofMillis(5);

	/** The longest lease: a mistyped unit must not stop elections for days. */
	public static final Duration MAX_LEASE = Duration.ofHours(1);

	/** A lease must be at least as many heartbeats. */
	public static final int MIN_HEARTBEATS_PER_LEASE = 5;

	/** The largest bound on the clock drift. */
	public static final double MAX_CLOCK_DRIFT = 0.5;

	/**
	 * The largest minimum term: enough terms lie above it for all elections there will
	 * be.
	 */
	public static final long MAX_MINIMUM_TERM = 900_000_000_000_000L;

	/** The largest number of members. */
	public static final int MAX_MEMBERS = 101;

	/**
	 * Checks the settings and sorts the members.
	 * @throws IllegalArgumentException if a value is out of its range; the message names
	 * the value and the remedy
	 */
	public ElectionSettings {
		requireName("cluster", cluster);
		requireName("group", group);
		Objects.requireNonNull(self, "self");
		List<NodeId> sorted = members.stream().sorted().distinct().toList();
		if (sorted.size() != members.size()) {
			throw new IllegalArgumentException(
					"The members " + members + " name one node more than once: list each exactly once");
		}
		members = sorted;
		if (!members.contains(self)) {
			throw new IllegalArgumentException(
					"The members " + members + " do not include this node, '" + self + "': add it to the list");
		}
		if (members.size() > MAX_MEMBERS) {
			throw new IllegalArgumentException("There are " + members.size() + " members, but at most " + MAX_MEMBERS
					+ " are supported: let fewer instances take part");
		}
		if (heartbeatNanos < MIN_HEARTBEAT.toNanos()) {
			throw new IllegalArgumentException("The heartbeat interval " + Duration.ofNanos(heartbeatNanos)
					+ " is below " + MIN_HEARTBEAT + ": choose a longer one");
		}
		if (leaseNanos < MIN_HEARTBEATS_PER_LEASE * heartbeatNanos) {
			throw new IllegalArgumentException("The lease " + Duration.ofNanos(leaseNanos) + " is shorter than "
					+ MIN_HEARTBEATS_PER_LEASE + " heartbeats of " + Duration.ofNanos(heartbeatNanos)
					+ ": lengthen the lease or shorten the heartbeat interval");
		}
		if (leaseNanos > MAX_LEASE.toNanos()) {
			throw new IllegalArgumentException("The lease " + Duration.ofNanos(leaseNanos) + " is above " + MAX_LEASE
					+ ": choose a shorter one; 1 to 5 seconds suit most applications");
		}
		if (!(maxClockDrift > 0 && maxClockDrift < MAX_CLOCK_DRIFT)) {
			throw new IllegalArgumentException("The clock drift bound " + maxClockDrift + " is not above 0 and below "
					+ MAX_CLOCK_DRIFT + ": 0.05 suits ordinary hardware");
		}
		if (priority < 0) {
			throw new IllegalArgumentException("The priority " + priority + " is negative: use 0 or more");
		}
		if (drainNanos < 0) {
			throw new IllegalArgumentException(
					"The drain time-out " + Duration.ofNanos(drainNanos) + " is negative: use zero or more");
		}
		if (minimumTerm < 0 || minimumTerm > MAX_MINIMUM_TERM) {
			throw new IllegalArgumentException("The minimum term " + minimumTerm + " is not between 0 and "
					+ MAX_MINIMUM_TERM + ": give the highest fencing token that was ever granted, or leave it out");
		}
		failureDetector.check(SuspicionBounds.of(heartbeatNanos, leaseNanos));
	}

	/**
	 * Settings with the default failure detector.
	 * @param cluster the cluster's name
	 * @param group the group's name
	 * @param self this node
	 * @param members all members, this node included
	 * @param durable whether the ballot outlives the process
	 * @param leaseNanos how long a promise lasts
	 * @param heartbeatNanos between two heartbeats of a leader
	 * @param maxClockDrift bound on the error of the clock's rate
	 * @param priority who stands first
	 * @param drainNanos how long running work is awaited
	 * @param options what the algorithm alone reads
	 */
	public ElectionSettings(String cluster, String group, NodeId self, List<NodeId> members, boolean durable,
			long leaseNanos, long heartbeatNanos, double maxClockDrift, int priority, long drainNanos,
			AlgorithmOptions options) {
		this(cluster, group, self, members, durable, leaseNanos, heartbeatNanos, maxClockDrift, priority, drainNanos,
				options, new AdaptiveTimeout(), 0);
	}

	/**
	 * Settings without options of the algorithm's own.
	 * @param cluster the cluster's name
	 * @param group the group's name
	 * @param self this node
	 * @param members all members, this node included
	 * @param durable whether the ballot outlives the process
	 * @param leaseNanos how long a promise lasts
	 * @param heartbeatNanos between two heartbeats of a leader
	 * @param maxClockDrift bound on the error of the clock's rate
	 * @param priority who stands first
	 * @param drainNanos how long running work is awaited
	 */
	public ElectionSettings(String cluster, String group, NodeId self, List<NodeId> members, boolean durable,
			long leaseNanos, long heartbeatNanos, double maxClockDrift, int priority, long drainNanos) {
		this(cluster, group, self, members, durable, leaseNanos, heartbeatNanos, maxClockDrift, priority, drainNanos,
				AlgorithmOptions.NONE);
	}

	/**
	 * The same settings with options of the algorithm's own.
	 * @param others the options
	 * @return new settings
	 */
	public ElectionSettings withOptions(AlgorithmOptions others) {
		return new ElectionSettings(this.cluster, this.group, this.self, this.members, this.durable, this.leaseNanos,
				this.heartbeatNanos, this.maxClockDrift, this.priority, this.drainNanos, others, this.failureDetector,
				this.minimumTerm);
	}

	/**
	 * The same settings with another failure detector.
	 * @param other the detector
	 * @return new settings
	 * @throws IllegalArgumentException if it cannot be used with these settings
	 */
	public ElectionSettings withFailureDetector(FailureDetector other) {
		return new ElectionSettings(this.cluster, this.group, this.self, this.members, this.durable, this.leaseNanos,
				this.heartbeatNanos, this.maxClockDrift, this.priority, this.drainNanos, this.options, other,
				this.minimumTerm);
	}

	/**
	 * The same settings with a term that lies below all others.
	 * @param term no term up to this one is proposed or voted for
	 * @return new settings
	 * @throws IllegalArgumentException if it is negative or leaves too few terms above it
	 */
	public ElectionSettings withMinimumTerm(long term) {
		return new ElectionSettings(this.cluster, this.group, this.self, this.members, this.durable, this.leaseNanos,
				this.heartbeatNanos, this.maxClockDrift, this.priority, this.drainNanos, this.options,
				this.failureDetector, term);
	}

	/**
	 * What the failure detector decides within.
	 * @return two and a half heartbeats to six tenths of a lease
	 */
	public SuspicionBounds suspicionBounds() {
		return SuspicionBounds.of(this.heartbeatNanos, this.leaseNanos);
	}

	private static void requireName(String what, String name) {
		if (name.isBlank()) {
			throw new IllegalArgumentException("The " + what + " has an empty name: give it one");
		}
	}

	/**
	 * The member list as others compare it.
	 * @return the list
	 */
	public MemberList memberList() {
		return new MemberList(this.members, this.durable);
	}

	/**
	 * How many members make a quorum. No setting lowers it.
	 * @return more than half of the members
	 */
	public int quorum() {
		return this.members.size() / 2 + 1;
	}

}
