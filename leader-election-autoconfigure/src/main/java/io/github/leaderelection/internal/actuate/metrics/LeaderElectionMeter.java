package io.github.leaderelection.internal.actuate.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The meters, their tags and what they say. None is tagged by node, which the monitoring
 * system knows, or by method, of which there are too many.
 */
public enum LeaderElectionMeter implements MeterDocumentation {

	/** 1 while this node leads, else 0; present from the application's start on. */
	LEADING("leading", Meter.Type.GAUGE, "Whether this node leads: 1 or 0", Tag.GROUP),

	/** The highest term this node knows. */
	TERM("term", Meter.Type.GAUGE, "Highest term this node knows", Tag.GROUP),

	/** Grants of this node that ended, by reason. */
	TRANSITIONS("transitions", Meter.Type.COUNTER, "Grants of this node that ended", Tag.GROUP, Tag.REASON),

	/** For how long this node has known no leader, 0 while it knows one. */
	LEADERLESS("leaderless", Meter.Type.GAUGE, "Time for which this node has known no leader, 0 while it knows one",
			Tag.GROUP),

	/** What is left of the lease, 0 on a node that does not lead. */
	LEASE_REMAINING("lease.remaining", Meter.Type.GAUGE, "Time left of the lease, 0 on a node that does not lead",
			Tag.GROUP),

	/** The other members, by state. */
	MEMBERS("members", Meter.Type.GAUGE, "Other members in this state, as this node sees them", Tag.GROUP, Tag.STATE),

	/** How often members were suspected, by whom: this node, or a quorum. */
	SUSPICIONS("suspicions", Meter.Type.COUNTER, "Times that another member became suspected or down", Tag.GROUP,
			Tag.STATE),

	/** Elections this node stood in or wanted to stand in, by outcome. */
	ELECTIONS("elections", Meter.Type.COUNTER, "Elections this node stood in, or found too little support to stand in",
			Tag.GROUP, Tag.OUTCOME),

	/** Calls of leader-only methods, by outcome. */
	GATE("gate", Meter.Type.COUNTER, "Calls of leader-only methods", Tag.GROUP, Tag.OUTCOME),

	/** Two leaders of one term: a promise was broken. Anything but 0 is an alarm. */
	CONFLICTS("conflicts", Meter.Type.COUNTER, "Pairs of leaders seen in one term: a promise was broken", Tag.GROUP),

	/**
	 * Questions of an election that goes by positions which the application did not
	 * answer: a candidate was refused, or this node could not stand.
	 */
	POSITIONS_UNKNOWN("positions.unknown", Meter.Type.COUNTER,
			"Candidates refused, or elections not stood in, because the application did not tell its position",
			Tag.GROUP),

	/** 1 while leadership oscillates as this node sees it, else 0. */
	OSCILLATING("oscillating", Meter.Type.GAUGE, "Whether leadership oscillates, as this node sees it: 1 or 0",
			Tag.GROUP),

	/** Changes of the leader that nobody asked for, within the window. */
	CHANGES("changes", Meter.Type.GAUGE, "Changes of the leader that nobody asked for, within the oscillation window",
			Tag.GROUP),

	/** The longest silence of a leader that lived on, within the window. */
	GAP("gap", Meter.Type.GAUGE, "Longest silence of a leader that lived on, within the oscillation window", Tag.GROUP),

	/** The longest time for which this node stood still, within the window. */
	STALL("stall", Meter.Type.GAUGE, "Longest time for which this node stood still, within the oscillation window",
			Tag.GROUP),

	/** Leader-only work that runs, under whichever leadership it began. */
	WORK_ACTIVE("work.active", Meter.Type.GAUGE, "Pieces of leader-only work that run on this node", Tag.GROUP),

	/** For how long the oldest of it has run, 0 where none runs. */
	WORK_OLDEST("work.oldest", Meter.Type.GAUGE,
			"Time for which the oldest piece of leader-only work has run, 0 where none runs", Tag.GROUP),

	/** How much of it runs on though its leadership has ended. */
	WORK_OUTLIVING("work.outliving", Meter.Type.GAUGE,
			"Pieces of leader-only work that run on though their leadership has ended", Tag.GROUP),

	/** How much has run on beyond its leadership so far. */
	WORK_OUTLIVED("work.outlived", Meter.Type.COUNTER, "Pieces of leader-only work that have outlived their leadership",
			Tag.GROUP),

	/** What the links between members refused, by reason; not of one group. */
	TRANSPORT_REFUSALS("transport.refusals", Meter.Type.COUNTER, "Connections and frames refused by the peer transport",
			Tag.REASON);

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

	/**
	 * What the meter says, as monitoring systems show it.
	 * @return the description
	 */
	public String getDescription() {
		return this.description;
	}

	/**
	 * The tags.
	 */
	public enum Tag implements KeyName {

		/** The group's name. */
		GROUP("group"),

		/** Why, by the name of a constant. */
		REASON("reason"),

		/** A member's state, by the name of a constant. */
		STATE("state"),

		/** What became of it, by the name of a constant. */
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
