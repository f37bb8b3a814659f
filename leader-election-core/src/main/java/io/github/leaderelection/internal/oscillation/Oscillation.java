package io.github.leaderelection.internal.oscillation;

import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * How restless leadership was within the newest window, as one node saw it.
 *
 * @param ongoing whether there were so many changes that leadership oscillates
 * @param changes changes of the leader that nobody asked for
 * @param window the window
 * @param longestGap the longest silence, of half a lease or more, between a leader and
 * this node after which the leader was heard again though its process had not been
 * restarted; zero if there was none
 * @param longestStall the longest time for which this node itself stood still; zero if it
 * did not
 * @param lease the lease in force
 * @param advisedLease the shortest lease that would have outlasted gap and stall, null if
 * nothing was seen that a longer lease helps against
 */
public record Oscillation(boolean ongoing, int changes, Duration window, Duration longestGap, Duration longestStall,
		Duration lease, @Nullable Duration advisedLease) {

	/**
	 * What an operator should know, in one sentence.
	 * @return the numbers and what they advise
	 */
	public String describe() {
		String seen = this.changes + " changes in " + windowText() + "; longest gap " + text(this.longestGap)
				+ ", longest stall " + text(this.longestStall) + "; ";
		if (this.advisedLease != null) {
			return seen + "a lease of at least " + text(this.advisedLease) + " would have ridden it out";
		}
		if (this.longestGap.isZero() && this.longestStall.isZero()) {
			return seen + "no lease would have ridden it out, for no leader that went away was heard again: look for "
					+ "crashes and restarts";
		}
		return seen + "the lease of " + text(this.lease)
				+ " outlasts both, so look for crashes, restarts and cut links";
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
