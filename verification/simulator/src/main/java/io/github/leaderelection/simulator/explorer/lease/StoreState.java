package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the store has, and what was granted by it.
 *
 * @param record the record, null where there is none; who took it each instance knows for
 * itself
 * @param granted the highest fencing token that was granted
 */
record StoreState(@Nullable LeaseRecord record, long granted) {
}
