package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * What the store has, and what was granted by it.
 *
 * @param record the record, null where there is none; who took it each instance knows for
 * itself
 * @param granted the highest fencing token that was granted
 */
record StoreState(@Nullable LeaseRecord record, long granted) {

	/** The version of what is written. */
	private static final String NEW = "new";

	/** The store's clock is past every token there is. */
	private static final long CLOCK = 1_000_000;

	/**
	 * Does a write, if the version of the record is as it was read.
	 * @return what the store has afterwards, null if it refuses; who took it is left out
	 */
	@Nullable LeaseRecord written(Request request) {
		if (request instanceof Request.Create create && this.record == null) {
			return create.made(CLOCK, NEW);
		}
		return (request instanceof Request.Change change && this.record != null
				&& change.version().equals(InstanceForm.CURRENT))
						? Writer.NOBODY.view(change.after(this.record, CLOCK, NEW)) : null;
	}

}
