package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.util.Set;

import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;

/**
 * Decides whether a request is sent a second time.
 */
final class Repetition {

	/** RFC 9110, 9.2.2. */
	private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

	private Repetition() {
	}

	/** Whether repeating a request changes nothing. */
	static boolean isSafe(String method, boolean bodiless) {
		return bodiless && IDEMPOTENT.contains(method);
	}

	/** Whether another leader may handle the request. */
	static boolean mayHelp(Attempt attempt) {
		if (attempt instanceof Failed failed) {
			return failed.outcome() == ForwardOutcome.UNREACHABLE;
		}
		return attempt instanceof Answered answered && answered.isRefusal();
	}

	/**
	 * The remaining time, limited by the wait for a leader and the leader's time limit.
	 */
	static Duration left(long startNanos, ForwardSettings settings) {
		Duration used = Duration.ofNanos(System.nanoTime() - startNanos);
		Duration left = settings.timeLimit().minus(used);
		Duration limit = (left.compareTo(settings.maxWait()) < 0) ? left : settings.maxWait();
		return limit.isNegative() ? Duration.ZERO : limit;
	}

}
