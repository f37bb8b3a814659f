package io.github.leaderelection.internal.algorithm;

/**
 * What others must know of an election beside its promises. Asked in place of its name,
 * so that one more election is known by what it declares.
 */
public enum Trait {

	/**
	 * Somebody else chooses who stands: its messages carry those of the default election.
	 */
	LAYERED,

	/** Not all that could lead are found where some members are not linked. */
	NEEDS_ALL_LINKS,

	/** Votes are refused to one whose application has come less far. */
	REFUSES_THOSE_BEHIND,

	/** One that has come furthest is elected first, also where it does not hear. */
	ELECTS_THE_FURTHEST_UNHEARD,

	/** A leader may be suspected before several heartbeats are missing. */
	SUSPECTS_EARLY,

	/**
	 * Members come to know each other through seed nodes, which the option
	 * {@link Algorithm#SEED_NODES} names; one that has not joined is not known. The
	 * option {@link JoinFailure#OPTION} says whether it starts all the same.
	 */
	JOINS_BY_SEED_NODES,

	/**
	 * A leader may hand over to a member of higher priority that has returned.
	 */
	PREEMPTS,

	/**
	 * What was promised to a process is free once that has ended for certain.
	 */
	DETECTS_CRASHES,

	/**
	 * Nodes lead by a lease in a store, and know no members. It is chosen by the store.
	 */
	NEEDS_STORE

}
