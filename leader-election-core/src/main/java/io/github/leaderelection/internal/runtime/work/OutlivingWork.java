package io.github.leaderelection.internal.runtime.work;

import java.util.List;

import io.github.leaderelection.RevocationReason;

/**
 * Receives reports of work that outlives its leadership. Called from any thread, that of
 * the loop included; must not block.
 */
public interface OutlivingWork {

	/** Reports work that runs on after its leadership, the oldest first; never empty. */
	void runsOn(List<AdmittedWork> works, RevocationReason reason, long nowNanos);

	/** Reports the end of work that {@link #runsOn} has reported. */
	void ended(AdmittedWork work, long nowNanos);

}
