package io.github.leaderelection.internal.runtime.work;

import java.util.List;

import io.github.leaderelection.RevocationReason;

/**
 * Hears of work that outlives its leadership. Called from any thread, that of the loop
 * included; must not block.
 */
public interface OutlivingWork {

	/** A leadership has ended, and this work runs on, the oldest first; never none. */
	void runsOn(List<AdmittedWork> works, RevocationReason reason, long nowNanos);

	/** Work of which {@link #runsOn} told has ended. */
	void ended(AdmittedWork work, long nowNanos);

}
