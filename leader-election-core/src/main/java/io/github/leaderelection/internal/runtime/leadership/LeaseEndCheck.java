package io.github.leaderelection.internal.runtime.leadership;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.LeaseWatchdog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watchdog's check of one leadership: at the end of the lease it ends the leadership
 * unless the lease was renewed. Shares nothing with the loop but the published reference,
 * so a loop that hangs cannot delay it.
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
	 * Ends the leadership, which was seen to be invalid, and notifies the protocol even
	 * if the leadership was never published.
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
			// The lease still closes the gate at every call; only the notification is
			// late.
			logger.warn("The end of the lease in group '{}' is not watched: {}", this.leadership.group(),
					Failures.text(ex));
		}
	}

}
