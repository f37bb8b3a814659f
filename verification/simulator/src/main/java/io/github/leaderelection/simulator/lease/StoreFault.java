package io.github.leaderelection.simulator.lease;

/**
 * What goes wrong in a random run.
 */
public enum StoreFault {

	/** A request never reaches the store. */
	REQUEST_LOST,

	/** A request is done, and its answer is lost. */
	ANSWER_LOST,

	/** A request reaches the store seconds later than it was sent. */
	REQUEST_LATE,

	/** An answer comes late. */
	ANSWER_LATE,

	/** A request reaches the store twice. */
	REQUEST_DOUBLED,

	/** A request overtakes one that the same process sent before. */
	REQUEST_REORDERED,

	/** A read shows what was, not what is. */
	READ_STALE,

	/** A library sends a request again and tells what came of the second one. */
	REPEATED_BY_LIBRARY,

	/** The store tells of a change that is no more. */
	HINT_STALE,

	/** The store tells of a change seconds later. */
	HINT_LATE,

	/** The store tells of a change twice. */
	HINT_DOUBLED,

	/** The store tells nobody of a change. */
	HINT_LOST,

	/** The store answers nobody for a while. */
	OUTAGE,

	/** The store fails writes at once for a while, and answers reads. */
	WRITES_FAIL,

	/** The store is slow for a while. */
	SLOW,

	/** Somebody deletes the record. */
	DELETED,

	/** Somebody writes what no election writes over the record. */
	WRITTEN_OVER,

	/** An older copy of the record is put back. */
	RESTORED,

	/** An older copy is put back, and whoever reads it has seen a later token. */
	RESTORED_BELOW_WHAT_ALL_SAW,

	/** A fail-over of the store loses what it acknowledged last. */
	WRITES_LOST,

	/** The store's wall clock is stepped forward. */
	STORE_CLOCK,

	/** The store's wall clock is stepped back. */
	STORE_CLOCK_BACK,

	/** The store has no clock: takes are numbered by that of whoever takes. */
	NO_STORE_CLOCK,

	/** The clocks of two instances run apart by most of what they may. */
	CLOCK_RATES,

	/** Instances have leases of different lengths. */
	MIXED_LEASES,

	/** Instances have different bounds on the drift of clocks. */
	MIXED_BOUNDS,

	/** Instances that start assume that a missing record never was. */
	ASSUMED_NEW,

	/** Tokens begin above a term that no clock has reached. */
	MINIMUM_TERM,

	/** The wall clock of an instance is stepped. */
	WALL_CLOCK,

	/** An instance stands still. */
	PAUSE,

	/**
	 * A machine is suspended: its monotonic clock stands still, its wall clock goes on.
	 */
	SUSPENDED,

	/** A machine is suspended between a take and its answer. */
	SUSPENDED_IN_A_TAKE,

	/** An instance crashes, and starts again. */
	CRASH,

	/** A second process with the id of an instance starts. */
	TWIN,

	/** A leader resigns or hands over. */
	RESIGNED,

	/** An instance may not lead for a while. */
	INELIGIBLE,

	/** An instance stops gracefully, and starts again. */
	STOP

}
