package io.github.leaderelection.internal.flapping;

import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The stability of leadership within the newest window, as one node saw it.
 *
 * @param ongoing whether there were enough changes for an flapping
 * @param changes the number of unrequested changes of the leader
 * @param longestGap the longest silence, of half a lease or more, after which the same
 * process of the leader was heard again; zero without one
 * @param longestStall the longest pause of this node; zero without one
 * @param advisedLease the shortest lease that would have outlasted gap and stall; null if
 * a longer lease would not help
 */
public record Flapping(boolean ongoing, int changes, Duration window, Duration longestGap, Duration longestStall,
		Duration lease, @Nullable Duration advisedLease) {

	/**
	 * Describes the numbers and the advice for operators, in one sentence.
	 */
	public String describe() {
		String seen = this.changes + " changes in " + windowText() + "; longest gap " + text(this.longestGap)
				+ ", longest stall " + text(this.longestStall) + "; ";
		if (this.advisedLease != null) {
			return seen + "a lease of at least " + text(this.advisedLease) + " would have outlasted them";
		}
		if (this.longestGap.isZero() && this.longestStall.isZero()) {
			return seen
					+ "no lease would have helped, as no lost leader was heard again: look for crashes and restarts";
		}
		return seen + "the lease of " + text(this.lease)
				+ " outlasts both: look for crashes, restarts and broken links";
	}

	private String windowText() {
		if (this.window.toSeconds() % 60 == 0) {
			long minutes = this.window.toMinutes();
			return minutes + ((minutes == 1) ? " minute" : " minutes");
		}
		return text(this.window);
	}

	private static String text(Duration duration) {
		if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
			return duration.toMillis() + "ms";
		}
		String seconds = String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
		return (seconds.endsWith(".0") ? seconds.substring(0, seconds.length() - 2) : seconds) + "s";
	}

}
