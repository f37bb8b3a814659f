package io.github.leaderelection.internal.actuate.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The meters with their tags and descriptions. No tag names the node, which the
 * monitoring system knows, or the method, of which there are too many.
 */
public enum LeaderElectionMeter implements MeterDocumentation {

	/** 1 while this node leads, else 0. Exists from the application's start. */
	LEADING("leading", Meter.Type.GAUGE, "Whether this node leads: 1 or 0", Tag.GROUP),

	/** The highest term this node knows. */
	TERM("term", Meter.Type.GAUGE, "Highest term this node knows", Tag.GROUP),

	/** Leaderships of this node that ended, by reason. */
	TRANSITIONS("transitions", Meter.Type.COUNTER, "Leaderships of this node that ended", Tag.GROUP, Tag.REASON),

	/** Time for which this node has known no leader, 0 while it knows one. */
	LEADERLESS("leaderless", Meter.Type.GAUGE, "Time for which this node has known no leader, 0 while it knows one",
			Tag.GROUP),

	/** Remaining time of the lease, 0 on a node that does not lead. */
	LEASE_REMAINING("lease.remaining", Meter.Type.GAUGE, "Remaining time of the lease, 0 on a node that does not lead",
			Tag.GROUP),

	/** The other members, by state. */
	MEMBERS("members", Meter.Type.GAUGE, "Other members in this state, as this node sees them", Tag.GROUP, Tag.STATE),

	/** Suspicions of members by this node, and members that a quorum found down. */
	SUSPICIONS("suspicions", Meter.Type.COUNTER, "How often another member became suspected or down", Tag.GROUP,
			Tag.STATE),

	/** Elections in which this node stood or wanted to stand, by outcome. */
	ELECTIONS("elections", Meter.Type.COUNTER, "Elections in which this node stood, or had too little support to stand",
			Tag.GROUP, Tag.OUTCOME),

	/** Calls of leader-only methods, by outcome. */
	GATE("gate", Meter.Type.COUNTER, "Calls of leader-only methods", Tag.GROUP, Tag.OUTCOME),

	/** Scheduled runs that no node took, as far as this node knows. */
	RUNS_MISSED("runs.missed", Meter.Type.COUNTER, "Scheduled leader-only runs that nobody took, or nobody may have",
			Tag.GROUP, Tag.REASON),

	/** Two leaders of one term: a promise was broken. Any value above 0 is an alarm. */
	CONFLICTS("conflicts", Meter.Type.COUNTER, "Pairs of leaders seen in one term: a promise was broken", Tag.GROUP),

	/**
	 * Missing positions of the application: a candidate was refused, or this node could
	 * not stand for election.
	 */
	POSITIONS_UNKNOWN("positions.unknown", Meter.Type.COUNTER,
			"Candidates refused, or elections missed, because the application did not give its position", Tag.GROUP),

	/** Requests to the store in which leases are kept, 0 without a store. */
	STORE_REQUESTS("store.requests", Meter.Type.COUNTER, "Requests to the store in which leases are kept", Tag.GROUP),

	/** Requests to the store without a certain answer. */
	STORE_UNANSWERED("store.unanswered", Meter.Type.COUNTER, "Requests to the store without a certain answer",
			Tag.GROUP),

	/** 1 while leadership flaps in the view of this node, else 0. */
	FLAPPING("flapping", Meter.Type.GAUGE, "Whether leadership flaps in the view of this node: 1 or 0", Tag.GROUP),

	/** Unrequested changes of the leader within the window. */
	CHANGES("changes", Meter.Type.GAUGE, "Unrequested changes of the leader within the flapping window", Tag.GROUP),

	/** The longest silence of a leader that recovered, within the window. */
	GAP("gap", Meter.Type.GAUGE, "Longest silence of a leader that recovered, within the flapping window", Tag.GROUP),

	/** The longest pause of this node within the window. */
	STALL("stall", Meter.Type.GAUGE, "Longest pause of this node within the flapping window", Tag.GROUP),

	/** Running leader-only work of any leadership. */
	WORK_ACTIVE("work.active", Meter.Type.GAUGE, "Running pieces of leader-only work on this node", Tag.GROUP),

	/** Running time of the oldest piece of leader-only work, 0 if none runs. */
	WORK_OLDEST("work.oldest", Meter.Type.GAUGE,
			"Time for which the oldest piece of leader-only work has run, 0 if none runs", Tag.GROUP),

	/** Running pieces of leader-only work that have outlived their leadership. */
	WORK_OUTLIVING("work.outliving", Meter.Type.GAUGE,
			"Running pieces of leader-only work that have outlived their leadership", Tag.GROUP),

	/** Pieces of leader-only work that have outlived their leadership so far. */
	WORK_OUTLIVED("work.outlived", Meter.Type.COUNTER, "Pieces of leader-only work that have outlived their leadership",
			Tag.GROUP),

	/** Refusals of the transport by reason, for all groups. */
	TRANSPORT_REFUSALS("transport.refusals", Meter.Type.COUNTER, "Connections and frames refused by the peer transport",
			Tag.REASON),

	/** Observers that are linked with this node, for all groups. */
	OBSERVERS("observers", Meter.Type.GAUGE, "Observers that are linked with this node");

	private static final String PREFIX = "leader.election.";

	private final String suffix;

	private final Meter.Type type;

	private final String description;

	private final Tag[] tags;

	LeaderElectionMeter(String suffix, Meter.Type type, String description, Tag... tags) {
		this.suffix = suffix;
		this.type = type;
		this.description = description;
		this.tags = tags;
	}

	@Override
	public String getName() {
		return PREFIX + this.suffix;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	@Override
	public KeyName[] getKeyNames() {
		return this.tags.clone();
	}

	@Override
	public String getPrefix() {
		return PREFIX;
	}

	public String getDescription() {
		return this.description;
	}

	public enum Tag implements KeyName {

		/** The group's name. */
		GROUP("group"),

		/** The reason, by the name of a constant. */
		REASON("reason"),

		/** A member's state, by the name of a constant. */
		STATE("state"),

		/** The outcome, by the name of a constant. */
		OUTCOME("outcome");

		private final String key;

		Tag(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
