package io.github.leaderelection.internal.store.zookeeper;

/**
 * Who goes first for a record that may be taken. Either way one leads by the record
 * alone.
 */
public enum Recipe {

	/** Who waits stands in line, and the next in line goes first. */
	SEQUENTIAL,

	/** Whoever writes first. */
	FIRST

}
