package io.github.leaderelection.internal.runtime.work;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.Leadership;

/**
 * The leadership that work is admitted under, as its work sees it.
 */
public interface Admission extends Leadership {

	/** Removes work that is marked as ended. */
	void workEnded(AdmittedWork ending, boolean outlived);

	/**
	 * Returns the number of its works without a slot, for the table of work alone.
	 */
	AtomicInteger crowded();

	/** The monotonic clock when it was taken back. */
	long endedNanos();

}
