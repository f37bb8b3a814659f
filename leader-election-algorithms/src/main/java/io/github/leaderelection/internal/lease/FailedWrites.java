package io.github.leaderelection.internal.lease;

/**
 * Writes in a row without a certain answer; reads do not interrupt the row.
 *
 * @param reason why the newest write had no certain answer, in the store's words
 * @param slow whether the newest write used up at least half of its time limit
 * @param untilNanos the monotonic clock until which no other write is tried
 */
record FailedWrites(int inARow, String reason, boolean slow, long untilNanos) {
}
