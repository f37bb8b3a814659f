package io.github.leaderelection.simulator.invariant;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one group: nothing is granted or renewed after its lease has ended, no
 * lease lasts longer than promises do, and nothing is ceded while one lives.
 */
final class GrantWatch {

	private final Findings findings;

	private final @Nullable Lease[] leases;

	private final long[] tokens;

	GrantWatch(Findings findings, int size) {
		this.findings = findings;
		this.leases = new Lease[size];
		this.tokens = new long[size];
	}

	void started(int machine) {
		this.leases[machine] = null;
		this.tokens[machine] = 0;
	}

	/**
	 * Whether the protocol takes its lease to be valid.
	 */
	boolean holdsLease(int machine, Now now) {
		Lease lease = this.leases[machine];
		return lease != null && lease.valid(now);
	}

	void granted(int machine, long token, Lease lease, Now now, ElectionSettings settings) {
		check(machine, "granted", token, lease, now, settings);
		this.leases[machine] = lease;
		this.tokens[machine] = token;
	}

	void renewed(int machine, long token, Lease lease, Now now, ElectionSettings settings) {
		Lease before = this.leases[machine];
		if (before == null || this.tokens[machine] != token || !before.valid(now)) {
			this.findings.report("an ended lease is never extended",
					"n" + machine + " renews token " + token + " by " + lease + " at " + now + " after " + before);
		}
		check(machine, "renewed", token, lease, now, settings);
		this.leases[machine] = lease;
	}

	/**
	 * A machine cedes: it must have revoked before.
	 */
	void cedes(int machine, long term, Now now) {
		if (holdsLease(machine, now)) {
			this.findings.report("nothing is ceded under a lease",
					"n" + machine + " cedes term " + term + " at " + now + " though it holds " + this.leases[machine]);
		}
	}

	void revoked(int machine, long token) {
		if (this.tokens[machine] == token) {
			this.leases[machine] = null;
		}
	}

	private void check(int machine, String what, long token, Lease lease, Now now, ElectionSettings settings) {
		double drift = settings.maxClockDrift();
		long longest = (long) (settings.leaseNanos() * (1 - drift) / (1 + drift)) + 1;
		boolean inTime = lease.remainingNanos(now.monotonicNanos()) > 0
				&& lease.endNanos() - now.monotonicNanos() <= longest
				&& lease.endNanos() - lease.baseNanos() <= longest;
		if (!inTime) {
			this.findings.report("nothing is granted outside a lease", "n" + machine + " is " + what + " token " + token
					+ " with " + lease + " at " + now + ", at most " + longest + " ns");
		}
	}

}
