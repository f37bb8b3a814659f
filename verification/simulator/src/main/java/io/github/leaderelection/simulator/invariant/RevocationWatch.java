package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;

/**
 * Grants of one group that have ended: their listeners hear of it in time, also where the
 * election's thread hangs. A node knows at the end of the lease at the latest.
 */
final class RevocationWatch {

	private static final long NONE = -1;

	private static final long SLACK = 200_000_000;

	private final Findings findings;

	private final boolean[] held;

	private final long[] overSince;

	RevocationWatch(Findings findings, int size) {
		this.findings = findings;
		this.held = new boolean[size];
		this.overSince = new long[size];
		Arrays.fill(this.overSince, NONE);
	}

	/**
	 * Listeners of a machine were told of a grant, or of its end, or nobody listens.
	 */
	void told(int machine, boolean granted) {
		this.held[machine] = granted;
		this.overSince[machine] = NONE;
	}

	/**
	 * Something happened on a machine.
	 * @param runs whether it runs and does not stand still
	 */
	void settled(int machine, boolean runs, boolean leads, long now, long leaseNanos) {
		if (!this.held[machine] || !runs || leads) {
			this.overSince[machine] = NONE;
		}
		else if (this.overSince[machine] == NONE) {
			this.overSince[machine] = now;
		}
		else if (now - this.overSince[machine] > 2 * leaseNanos + SLACK) {
			this.findings.report("an ended grant is revoked", "n" + machine + " has not led for "
					+ (now - this.overSince[machine]) + " ns, and its listeners have not heard of it");
			this.overSince[machine] = now;
		}
	}

}
