package io.github.leaderelection.internal.runtime.watch;

import java.time.Duration;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import org.jspecify.annotations.Nullable;

/**
 * Words the warning that is due when this node loses its lease twice within the window.
 * Used only by the thread that runs the loop. A single node sees only its own part of
 * what flaps, so two losses are enough.
 */
final class LeaseLosses {

	private final ElectionSettings settings;

	private final Duration window;

	private boolean any;

	private boolean warned;

	private long newestNanos;

	LeaseLosses(ElectionSettings settings, Duration window) {
		this.settings = settings;
		this.window = window;
	}

	/**
	 * Records that the lease was lost without a request.
	 * @param advised the lease to try, null where none is advised
	 * @return the warning, null while none is due
	 */
	@Nullable String lost(RevocationReason reason, @Nullable Duration advised, long monotonicNanos) {
		boolean again = this.any && monotonicNanos - this.newestNanos < this.window.toNanos();
		String warning = (again && !this.warned) ? warning(reason, advised) : null;
		this.any = true;
		this.warned = again;
		this.newestNanos = monotonicNanos;
		return warning;
	}

	private String warning(RevocationReason reason, @Nullable Duration advised) {
		String lease = millis(Duration.ofNanos(this.settings.leaseNanos()));
		String remedy = (advised != null)
				? "Set leader-election.lease-duration to at least " + millis(advised) + " on all nodes"
				: "No longer lease helps";
		return "lost its lease twice within " + this.window.toSeconds() + "s (" + reason
				+ "): this node stood still, or "
				+ ((this.settings.members().size() > 1) ? "a majority" : "the store of the lease")
				+ " did not answer, for as long as the lease of " + lease + ". " + remedy
				+ ", and look for starved CPUs, long pauses and slow networks";
	}

	private static String millis(Duration duration) {
		return duration.toMillis() + "ms";
	}

}
