package io.github.leaderelection.internal.lease;

/**
 * Writes in a row that had no certain answer, whatever reads had.
 *
 * @param reason why the newest had none, in the store's words
 * @param slow whether that used up its time, or most of it
 * @param untilNanos until when no other is tried
 */
record FailedWrites(int inARow, String reason, boolean slow, long untilNanos) {
}
