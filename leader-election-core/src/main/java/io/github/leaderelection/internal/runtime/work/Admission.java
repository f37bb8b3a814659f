package io.github.leaderelection.internal.runtime.work;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.Leadership;

/**
 * The leadership that work is admitted under, as its work sees it.
 */
public interface Admission extends Leadership {

	/** Work that is marked as ended leaves. */
	void workEnded(AdmittedWork ending, boolean outlived);

	/**
	 * How much of its work found no slot. For the table that the work is in.
	 */
	AtomicInteger crowded();

	/** The monotonic clock when it was taken back. */
	long endedNanos();

}
