package io.github.leaderelection.internal.runtime.watch;

import java.time.Duration;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.leadership.ToldLeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that no leader has been known for long, and once that one is known again.
 * Used only by the thread that runs the loop.
 */
public final class LeaderlessWatch implements GroupExtension {

	/** The least time without a leader before a warning. */
	public static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

	/** A first start, and the end of a leader, may each take a lease and some more. */
	private static final double LEASES = 2.5;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LeadershipPublisher publisher;

	private final Supplier<ElectionStatus> status;

	private final Supplier<Duration> patience;

	private boolean warned;

	/**
	 * A watch.
	 * @param patience how long a leader may be missing
	 */
	public LeaderlessWatch(LeadershipPublisher publisher, Supplier<ElectionStatus> status,
			Supplier<Duration> patience) {
		this.publisher = publisher;
		this.status = status;
		this.patience = patience;
	}

	/** Returns how long a leader may be missing before a warning. */
	public static Duration patience(Duration lease) {
		Duration some = Duration.ofMillis((long) (LEASES * lease.toMillis()));
		return (some.compareTo(LEAST_PATIENCE) > 0) ? some : LEAST_PATIENCE;
	}

	@Override
	public long check(long monotonicNanos) {
		ToldLeader known = this.publisher.known();
		boolean leaderless = known.leader() == null;
		if (this.warned && !leaderless) {
			this.warned = false;
			sayEnded(known);
		}
		if (this.warned || !leaderless) {
			return NEVER;
		}
		long left = known.leaderlessSinceNanos() + this.patience.get().toNanos() - monotonicNanos;
		if (left > 0) {
			return left;
		}
		this.warned = true;
		sayLeaderless();
		return NEVER;
	}

	private void sayLeaderless() {
		if (!logger.isWarnEnabled()) {
			return;
		}
		ElectionStatus present = this.status.get();
		ElectionStatus.Quorum quorum = present.quorum();
		if (quorum == null) {
			logger.warn("Group '{}', node {}: no leader has been known for {} s {}", present.group(), present.node(),
					this.patience.get().toSeconds(), present.problems());
		}
		else {
			logger.warn(
					"Group '{}', node {}: no leader has been known for {} s; connected members, this node included: "
							+ "{}, needed: {} {}",
					present.group(), present.node(), this.patience.get().toSeconds(), quorum.reachable(),
					quorum.required(), present.problems());
		}
	}

	private void sayEnded(ToldLeader known) {
		if (logger.isInfoEnabled()) {
			ElectionStatus present = this.status.get();
			logger.info("Group '{}', node {}: a leader is known again: {}", present.group(), present.node(),
					known.leader());
		}
	}

}
