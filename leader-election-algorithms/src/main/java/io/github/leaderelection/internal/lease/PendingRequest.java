package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseStore;

/**
 * A request that the store has not answered. What it grants counts from just before it
 * was sent.
 *
 * @param sentNanos the monotonic clock just before it was sent
 */
record PendingRequest(long number, LeaseStore.Request request, long sentNanos, long sentWallMillis) {
}
