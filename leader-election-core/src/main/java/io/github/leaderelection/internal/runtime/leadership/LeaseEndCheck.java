package io.github.leaderelection.internal.runtime.leadership;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.LeaseWatchdog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the watchdog runs for one leadership: looks at the end of the lease whether it was
 * renewed, and ends the leadership if not. Shares nothing with the loop but the published
 * reference, so a loop that hangs does not keep it.
 */
public final class LeaseEndCheck implements Runnable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LeadershipPublisher publisher;

	private final GrantedLeadership leadership;

	private final LeaseWatchdog watchdog;

	public LeaseEndCheck(LeadershipPublisher publisher, GrantedLeadership leadership, LeaseWatchdog watchdog) {
		this.publisher = publisher;
		this.leadership = leadership;
		this.watchdog = watchdog;
	}

	@Override
	public void run() {
		PublishedLeadership grant = this.publisher.current().get();
		if (grant == null || grant.leadership() != this.leadership) {
			return;
		}
		if (grant.valid()) {
			watch(grant);
		}
		else {
			endInvalid();
		}
	}

	/**
	 * Ends the leadership, which was seen to be invalid, and has the protocol hear of it
	 * in any case: it may be one that was never published.
	 */
	public void endInvalid() {
		RevocationReason seen = this.leadership.seenEnded();
		RevocationReason reason = (seen != null) ? seen : RevocationReason.LEASE_EXPIRED;
		try {
			this.publisher.end(this.leadership.fencingToken(), reason);
		}
		finally {
			this.leadership.events().grantEnded(this.leadership.fencingToken());
		}
	}

	public void watch(PublishedLeadership grant) {
		try {
			this.watchdog.schedule(grant.lease().endNanos(), this);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			// The lease still closes the gate at every call; only the telling is late.
			logger.warn("The end of the lease in group '{}' is not watched: {}", this.leadership.group(),
					Failures.text(ex));
		}
	}

}
