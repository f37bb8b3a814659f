package io.github.leaderelection.spi;

import java.time.Duration;
import java.util.Objects;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a store says of one group: who leads it, under which fencing token, and for how
 * long that counts from when it is seen. A store keeps one record a group and never
 * deletes it. No time of day stands in it: whoever reads it judges its age by a clock of
 * its own.
 *
 * @param holder who took it last; null where somebody else than a node wrote it
 * @param incarnation names the start of the holder that took it
 * @param attempt names the take, drawn at random
 * @param url where the holder is reached over HTTP, and as its fragment the name of its
 * application; null where it is not reached and has no name
 * @param token the fencing token of the take: larger than that of every take before, and
 * below {@link #TOKENS_END}
 * @param durationNanos how long it counts after it was seen unchanged: positive, and no
 * more than {@link #LONGEST}
 * @param free whether the holder gave it up: others may take it at once
 * @param preferred who is to take a free record first; null for anybody
 * @param preferredNanos for how long the others let that member go first, from when they
 * see the record; 0 where nobody is preferred
 * @param version names this very state of the record. No other write, by whomever, ever
 * has the same: it has a random part, so that a restored copy shows no old version again
 */
public record LeaseRecord(@Nullable NodeId holder, long incarnation, long attempt, @Nullable String url, long token,
		long durationNanos, boolean free, @Nullable NodeId preferred, long preferredNanos, String version) {

	/** Tokens are below this: the next one is still a fencing token. */
	public static final long TOKENS_END = Ballot.MAX_TERM;

	/** The longest lease. */
	public static final Duration LONGEST = Duration.ofHours(1);

	private static final long NO_TOKEN = -1;

	/**
	 * Checks that there is a version. Whatever else a store shows is told as it stands
	 * there: {@link #isLegal()} says whether it means anything.
	 */
	public LeaseRecord {
		Objects.requireNonNull(version, "version");
	}

	/**
	 * What stands in the place of a record and cannot be read as one. A node waits until
	 * nobody can lead by what was there before, and then takes its place.
	 * @param version names this very state, as that of a record does
	 * @return a record that is not legal
	 */
	public static LeaseRecord unreadable(String version) {
		return new LeaseRecord(null, 0, 0, null, NO_TOKEN, 0, false, null, 0, version);
	}

	/**
	 * Whether an election can have written this. Nobody leads by a record that is not
	 * legal, and nothing in it is remembered.
	 * @return false where token, duration or preference is out of bounds
	 */
	public boolean isLegal() {
		return this.token >= 0 && this.token < TOKENS_END && hasLegalDuration() && this.preferredNanos >= 0
				&& this.preferredNanos <= this.durationNanos;
	}

	/**
	 * Whether a lease can be as long as this record counts.
	 * @return false unless it is positive, and no more than {@link #LONGEST}
	 */
	public boolean hasLegalDuration() {
		return this.durationNanos > 0 && this.durationNanos <= LONGEST.toNanos();
	}

	/**
	 * Whether one take, and nobody else, wrote this record last.
	 * @param node the node
	 * @param start names its start
	 * @param take names the take
	 * @return false also for a take of an earlier start of that node
	 */
	public boolean isOf(NodeId node, long start, long take) {
		return node.equals(this.holder) && this.incarnation == start && this.attempt == take;
	}

}
