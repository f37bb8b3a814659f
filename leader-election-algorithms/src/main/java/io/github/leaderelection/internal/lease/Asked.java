package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseStore;

/**
 * A request that the store has not answered. What it grants counts from just before it
 * was sent.
 *
 * @param number names it
 * @param request what was asked
 * @param sentNanos the monotonic clock just before it was sent
 * @param sentWallMillis the wall clock at that moment
 */
record Asked(long number, LeaseStore.Request request, long sentNanos, long sentWallMillis) {
}
