package io.github.leaderelection.internal.runtime.watch;

import java.time.Duration;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports, once in the log and in the status, a save that has been under way for longer
 * than a lease. A disk that hangs reports nothing by itself. Used only by the thread that
 * runs the loop, unless a method says otherwise.
 */
public final class SaveWatch implements GroupExtension {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ElectionSettings settings;

	/** The monotonic clock when the save began, null without one. Read by any thread. */
	private volatile @Nullable Long since;

	private boolean warned;

	public SaveWatch(ElectionSettings settings) {
		this.settings = settings;
	}

	public void began(long nanos) {
		this.since = nanos;
	}

	public void ended(long nanos) {
		Long began = this.since;
		this.since = null;
		if (this.warned && began != null) {
			this.warned = false;
			logger.info("Group '{}', node {}: the save has ended after {}", this.settings.group(), this.settings.self(),
					age(nanos, began));
		}
	}

	@Override
	public long check(long nanos) {
		Long began = this.since;
		if (this.warned || began == null) {
			return NEVER;
		}
		long left = began + this.settings.leaseNanos() - nanos;
		if (left > 0) {
			return left;
		}
		this.warned = true;
		logger.warn("Group '{}', node {}: {}", this.settings.group(), this.settings.self(), problem(nanos));
		return NEVER;
	}

	/** Returns the problem, null unless a save is late. For any thread. */
	public @Nullable String problem(long nanos) {
		Long began = this.since;
		if (began == null || nanos - began < this.settings.leaseNanos()) {
			return null;
		}
		return "A save has been under way for " + age(nanos, began)
				+ ", and until it ends this node neither votes nor stands: see whether the disk of its state directory"
				+ " hangs";
	}

	private static String age(long nanos, long began) {
		return Duration.ofNanos(nanos - began).toMillis() + " ms";
	}

}
