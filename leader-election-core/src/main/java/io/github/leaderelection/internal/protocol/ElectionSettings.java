package io.github.leaderelection.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.AdaptiveTimeout;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.health.SuspicionBounds;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.spi.LeaseRecord;

/**
 * The settings of one group on one node.
 *
 * @param cluster the cluster's name; nodes of another are refused
 * @param members all members, this node included, in the order of their ids
 * @param leaseNanos how long a promise lasts; at least five heartbeats
 * @param maxClockDrift bound on the error of the clock's rate, a ratio above 0 and below
 * 0.5
 * @param priority who stands first; higher goes first, {@link #WITNESS} never leads
 * @param preempt whether a leader hands over to a member of higher priority that has
 * returned
 * @param drainNanos how long running work is awaited before leadership is given up
 * @param failureDetector decides how long a silent member is not suspected
 * @param minimumTerm this node proposes and votes for terms above this one only; 0 for
 * any
 */
public record ElectionSettings(String cluster, String group, NodeId self, List<NodeId> members, boolean durable,
		long leaseNanos, long heartbeatNanos, double maxClockDrift, int priority, boolean preempt, long drainNanos,
		AlgorithmOptions options, FailureDetector failureDetector, long minimumTerm) {

	/** The priority of a member that votes and never leads. */
	public static final int WITNESS = 0;

	/** The shortest heartbeat interval. */
	public static final Duration MIN_HEARTBEAT = Duration.ofMillis(5);

	/** The longest lease: a mistyped unit must not stop elections for days. */
	public static final Duration MAX_LEASE = LeaseRecord.LONGEST;

	/** The longest drain: a stop that is awaited for longer is a mistyped unit, too. */
	public static final Duration MAX_DRAIN = Duration.ofDays(1);

	/** A lease must be at least as many heartbeats. */
	public static final int MIN_HEARTBEATS_PER_LEASE = 5;

	/** The longest heartbeat interval. */
	public static final Duration MAX_HEARTBEAT = MAX_LEASE.dividedBy(MIN_HEARTBEATS_PER_LEASE);

	/** The shortest lease. */
	public static final Duration MIN_LEASE = MIN_HEARTBEAT.multipliedBy(MIN_HEARTBEATS_PER_LEASE);

	/** The largest bound on the clock drift. */
	public static final double MAX_CLOCK_DRIFT = 0.5;

	/**
	 * The largest minimum term: enough terms lie above it for all elections there will
	 * be.
	 */
	public static final long MAX_MINIMUM_TERM = 900_000_000_000_000L;

	/** The bound on the clock drift unless set. */
	public static final double DEFAULT_CLOCK_DRIFT = 0.05;

	/** The largest number of members. */
	public static final int MAX_MEMBERS = 101;

	/** The name of the setting that lists the members. */
	public static final String MEMBERS = "members";

	private static final int MAX_NAME_BYTES = 255;

	private static final String LEASE_DURATION = "lease-duration";

	private static final String HEARTBEAT_INTERVAL = "heartbeat-interval";

	/**
	 * Checks the settings and sorts the members.
	 * @throws InvalidSettingException if a value is out of its range
	 */
	public ElectionSettings {
		requireName("cluster", cluster);
		requireName("group", group);
		members = sorted(members, self);
		Duration lease = Duration.ofNanos(leaseNanos);
		Duration heartbeat = Duration.ofNanos(heartbeatNanos);
		// Before the heartbeats, which mostly follow from it and were never set.
		require(lease.compareTo(MIN_LEASE) >= 0, LEASE_DURATION, lease,
				"The lease is below " + InvalidSettingException.text(MIN_LEASE),
				"Choose a longer one; 1s to 5s suit most applications");
		require(heartbeat.compareTo(MIN_HEARTBEAT) >= 0, HEARTBEAT_INTERVAL, heartbeat,
				"The heartbeat interval is below " + InvalidSettingException.text(MIN_HEARTBEAT),
				"Choose a longer one; a fifth of the lease suits most applications");
		require(lease.compareTo(MAX_LEASE) <= 0, LEASE_DURATION, lease,
				"The lease is above " + InvalidSettingException.text(MAX_LEASE),
				"Choose a shorter one; 1s to 5s suit most applications");
		require(heartbeat.compareTo(MAX_HEARTBEAT) <= 0, HEARTBEAT_INTERVAL, heartbeat,
				"The heartbeat interval is above " + InvalidSettingException.text(MAX_HEARTBEAT),
				"Choose a shorter one; a fifth of the lease suits most applications");
		if (leaseNanos / MIN_HEARTBEATS_PER_LEASE < heartbeatNanos) {
			throw new InvalidSettingException(LEASE_DURATION, lease,
					"The lease is shorter than " + MIN_HEARTBEATS_PER_LEASE + " heartbeats of "
							+ InvalidSettingException.text(heartbeat),
					HEARTBEAT_INTERVAL, "Lengthen the lease to at least " + MIN_HEARTBEATS_PER_LEASE
							+ " times the heartbeat interval, or shorten the latter");
		}
		require(maxClockDrift > 0 && maxClockDrift < MAX_CLOCK_DRIFT, "max-clock-drift", maxClockDrift,
				"The bound is not above 0 and below " + MAX_CLOCK_DRIFT,
				"Use a ratio such as 0.05, which suits ordinary hardware");
		require(priority >= 0, "priority", priority, "The priority is negative", "Use 0 or more");
		require(priority != WITNESS || members.size() > 1, "priority", priority,
				"A node with priority " + WITNESS + " only votes, and this one has no other member to vote for",
				"Use 1 or more, or add a member that may lead");
		require(drainNanos >= 0, "drain-timeout", Duration.ofNanos(drainNanos), "The time-out is negative",
				"Use 0s or more");
		require(drainNanos <= MAX_DRAIN.toNanos(), "drain-timeout", Duration.ofNanos(drainNanos),
				"The time-out is above " + InvalidSettingException.text(MAX_DRAIN),
				"Choose a shorter one; 20s suits most applications");
		require(minimumTerm >= 0 && minimumTerm <= MAX_MINIMUM_TERM, "minimum-term", minimumTerm,
				"The term does not lie between 0 and " + MAX_MINIMUM_TERM,
				"Give the highest fencing token that was ever granted, or leave it out");
		failureDetector.check(SuspicionBounds.of(heartbeatNanos, leaseNanos));
	}

	private static void requireName(String what, String name) {
		require(!name.isBlank() && name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES, what, name,
				"The name of a " + what + " has 1 to " + MAX_NAME_BYTES + " bytes in UTF-8",
				"Choose another name, the same on every node");
	}

	private static List<NodeId> sorted(List<NodeId> members, NodeId self) {
		List<NodeId> sorted = members.stream().sorted().distinct().toList();
		require(sorted.size() == members.size(), MEMBERS, members, "One node is named more than once",
				"List each exactly once");
		require(sorted.contains(self), MEMBERS, members, "They do not include this node, '" + self + "'",
				"Add it to the list");
		require(sorted.size() <= MAX_MEMBERS, MEMBERS, sorted.size() + " nodes",
				"There are more than " + MAX_MEMBERS + " nodes",
				"Let fewer instances take part; 3 or 5 are enough for any application");
		return sorted;
	}

	private static void require(boolean right, String setting, Object value, String problem, String remedy) {
		if (!right) {
			throw new InvalidSettingException(setting, value, problem, remedy);
		}
	}

	/**
	 * Begins settings in which everything else is as it is unless set: a lease of 1 s, a
	 * heartbeat every 100 ms, priority 1, and 20 s to drain.
	 */
	public static Builder of(String cluster, String group, NodeId self, List<NodeId> members) {
		return new Builder(cluster, group, self, members);
	}

	/** Begins settings that are as these are unless set. */
	public Builder but() {
		return of(this.cluster, this.group, this.self, this.members).durable(this.durable)
			.leaseNanos(this.leaseNanos)
			.heartbeatNanos(this.heartbeatNanos)
			.maxClockDrift(this.maxClockDrift)
			.priority(this.priority)
			.preempt(this.preempt)
			.drainNanos(this.drainNanos)
			.options(this.options)
			.failureDetector(this.failureDetector)
			.minimumTerm(this.minimumTerm);
	}

	/** The same settings with options of the algorithm's own. */
	public ElectionSettings withOptions(AlgorithmOptions others) {
		return but().options(others).build();
	}

	/** Whether this node is a witness: it votes and never leads. */
	public boolean isWitness() {
		return this.priority == WITNESS;
	}

	/**
	 * What the failure detector decides within.
	 * @return two and a half heartbeats to six tenths of a lease
	 */
	public SuspicionBounds suspicionBounds() {
		return SuspicionBounds.of(this.heartbeatNanos, this.leaseNanos);
	}

	/** The member list as others compare it. */
	public MemberList memberList() {
		return new MemberList(this.members, this.durable);
	}

	/** How many members make a quorum. No setting lowers it. */
	public int quorum() {
		return this.members.size() / 2 + 1;
	}

	/**
	 * Collects settings; they are checked when they are built. Used by one thread at a
	 * time.
	 */
	public static final class Builder {

		private final String cluster;

		private final String group;

		private final NodeId self;

		private final List<NodeId> members;

		private boolean durable;

		private long leaseNanos = Duration.ofSeconds(1).toNanos();

		private long heartbeatNanos = Duration.ofMillis(100).toNanos();

		private double maxClockDrift = DEFAULT_CLOCK_DRIFT;

		private int priority = 1;

		private boolean preempt;

		private long drainNanos = Duration.ofSeconds(20).toNanos();

		private AlgorithmOptions options = AlgorithmOptions.NONE;

		private FailureDetector failureDetector = new AdaptiveTimeout();

		private long minimumTerm;

		private Builder(String cluster, String group, NodeId self, List<NodeId> members) {
			this.cluster = cluster;
			this.group = group;
			this.self = self;
			this.members = members;
		}

		/** Says whether the ballot outlives the process. */
		public Builder durable(boolean outlives) {
			this.durable = outlives;
			return this;
		}

		/**
		 * Chooses how long a promise lasts.
		 * @param nanos at least five heartbeats
		 */
		public Builder leaseNanos(long nanos) {
			this.leaseNanos = nanos;
			return this;
		}

		/** Chooses the time between two heartbeats of a leader. */
		public Builder heartbeatNanos(long nanos) {
			this.heartbeatNanos = nanos;
			return this;
		}

		/**
		 * Bounds the error of the clock's rate.
		 * @param ratio above 0 and below 0.5
		 */
		public Builder maxClockDrift(double ratio) {
			this.maxClockDrift = ratio;
			return this;
		}

		/**
		 * Says who stands first.
		 * @param higherFirst 0 or more; {@link #WITNESS} never leads
		 */
		public Builder priority(int higherFirst) {
			this.priority = higherFirst;
			return this;
		}

		/**
		 * Says whether a leader hands over to a member of higher priority that has
		 * returned.
		 */
		public Builder preempt(boolean handsOver) {
			this.preempt = handsOver;
			return this;
		}

		/**
		 * Chooses how long running work is awaited.
		 * @param nanos 0 or more
		 */
		public Builder drainNanos(long nanos) {
			this.drainNanos = nanos;
			return this;
		}

		/** Sets what the algorithm alone reads. */
		public Builder options(AlgorithmOptions own) {
			this.options = own;
			return this;
		}

		/** Chooses what decides how long a silent member is not suspected. */
		public Builder failureDetector(FailureDetector detector) {
			this.failureDetector = detector;
			return this;
		}

		/**
		 * Chooses above which term this node proposes and votes.
		 * @param term 0 for any
		 */
		public Builder minimumTerm(long term) {
			this.minimumTerm = term;
			return this;
		}

		/**
		 * Checks and builds.
		 * @throws InvalidSettingException if a value is out of its range
		 */
		public ElectionSettings build() {
			return new ElectionSettings(this.cluster, this.group, this.self, this.members, this.durable,
					this.leaseNanos, this.heartbeatNanos, this.maxClockDrift, this.priority, this.preempt,
					this.drainNanos, this.options, this.failureDetector, this.minimumTerm);
		}

	}

}
