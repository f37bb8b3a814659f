package io.github.leaderelection.internal.runtime.watch;

import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.leadership.ToldLeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once in the log that no leader has been known for long, and once that there is one
 * again. Used by the thread that runs the loop alone.
 */
public final class LeaderlessWatch {

	static final long PATIENCE_NANOS = 10_000_000_000L;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LeadershipPublisher publisher;

	private final Supplier<ElectionStatus> status;

	private boolean warned;

	public LeaderlessWatch(LeadershipPublisher publisher, Supplier<ElectionStatus> status) {
		this.publisher = publisher;
		this.status = status;
	}

	/** Whether there is a time to look again, see {@link #due()}. */
	public boolean isArmed() {
		return !this.warned && this.publisher.known().leader() == null;
	}

	public long due() {
		return this.publisher.known().leaderlessSinceNanos() + PATIENCE_NANOS;
	}

	public void check(long monotonicNanos) {
		ToldLeader known = this.publisher.known();
		boolean leaderless = known.leader() == null;
		if (leaderless != this.warned) {
			if (!leaderless) {
				this.warned = false;
				sayEnded(known);
			}
			else if (monotonicNanos - due() >= 0) {
				this.warned = true;
				sayLeaderless();
			}
		}
	}

	private void sayLeaderless() {
		if (!logger.isWarnEnabled()) {
			return;
		}
		ElectionStatus present = this.status.get();
		ElectionStatus.Quorum quorum = present.quorum();
		if (quorum == null) {
			logger.warn("Group '{}', node {}: no leader has been known for 10 s {}", present.group(), present.node(),
					present.problems());
		}
		else {
			logger.warn(
					"Group '{}', node {}: no leader has been known for 10 s; {} members are connected, this node "
							+ "included, and {} are needed {}",
					present.group(), present.node(), quorum.reachable(), quorum.required(), present.problems());
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
