package io.github.leaderelection;

import java.util.EnumSet;
import java.util.Set;

/**
 * What an election promises. The status lists the promises that its algorithm keeps.
 */
public enum Promise {

	/** One leader a term. */
	S1,

	/**
	 * One lease at a time. With crash detection or a store it rests on further
	 * conditions, which the endpoint names.
	 */
	S2,

	/** Fencing tokens rise from leadership to leadership. */
	S3,

	/** One vote a term for each saved identity. */
	S4,

	/**
	 * A connected majority, or whoever reaches the store, has a leader within a stated
	 * bound.
	 */
	L1,

	/** A leader that can talk to a majority, or to the store, keeps its lease. */
	L2;

	/** All promises. */
	public static final Set<Promise> ALL = Set.copyOf(EnumSet.allOf(Promise.class));

}
