package io.github.leaderelection.internal.quorum;

/**
 * The newest save of the ballot.
 *
 * @param tookNanos how long it took, 0 before the first
 * @param endedNanos when it ended
 */
record LastSave(long tookNanos, long endedNanos) {

	static final LastSave NONE = new LastSave(0, 0);

}
