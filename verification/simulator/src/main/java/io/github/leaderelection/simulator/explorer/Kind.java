package io.github.leaderelection.simulator.explorer;

/**
 * What a component of an election's state is, and so what of it tells two situations
 * apart. The clock of a node reads 0 in every state that is kept: instants are what lies
 * before or behind it.
 */
enum Kind {

	/** Kept as it is. */
	FACT,
	/** A record whose components are declared themselves, or a list of such. */
	PART,
	/** An instant that is only asked whether it has come. */
	DEADLINE,
	/** An instant in the past that means nothing once a lease has gone by. */
	AGE,
	/** As an age, but while no time passes no lease can grow by it: never. */
	ACKNOWLEDGED,
	/**
	 * When a quorum was heard, which steers only: just now, unless a beat is to show
	 * else.
	 */
	JUST_NOW,
	/**
	 * A candidacy that was won: of it, only when it began and its term are read again.
	 */
	WON,
	/**
	 * When a timer is due. Timers fire at any time, so only whether it is set matters.
	 */
	TIMER,
	/** An instant in the past that steers only: long ago. */
	LONG_AGO,
	/** What members answered. A refusal steers only and is forgotten. */
	ANSWERS,
	/** A promise: none once it is over. */
	SPAN,
	/** What no state that is kept has. */
	NONE,
	/** The number of a heartbeat: those alike in time and backing are one. */
	BEAT,
	/** The wall clock at an instant named alike: it moves as the monotonic one. */
	WALL,
	/** When a node without state started: read again only if leases differ. */
	BEGAN,
	/** What others named, which decides only what is implausible: nothing. */
	UNNAMED,
	/** An instant that is shown only or delays an attempt: never. */
	NEVER,
	/** A number that is shown only or delays an attempt: zero. */
	ZERO,
	/** A list that decides who asks first, which timers leave open anyhow: empty. */
	EMPTY,
	/** How fast things are, as measured: not measured. */
	UNMEASURED,
	/** Who is missed, which is told and decides nothing: nobody. */
	HEALTH

}
