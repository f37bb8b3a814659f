package io.github.leaderelection.spi;

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
 * @param url where the holder is reached over HTTP; null where it is not
 * @param token the fencing token of the take: larger than that of every take before
 * @param durationNanos how long it counts after it was seen unchanged, positive
 * @param free whether the holder gave it up: others may take it at once
 * @param preferred who is to take a free record first; null for anybody
 * @param preferredNanos for how long the others let that member go first, from when they
 * see the record; 0 where nobody is preferred
 * @param version names this very state of the record. No other write, by whomever, ever
 * has the same: it has a random part, so that a restored copy shows no old version again
 */
public record LeaseRecord(@Nullable NodeId holder, long incarnation, long attempt, @Nullable String url, long token,
		long durationNanos, boolean free, @Nullable NodeId preferred, long preferredNanos, String version) {

	/**
	 * Checks what every record has.
	 * @throws IllegalArgumentException if a number is out of its range; the message names
	 * it
	 */
	public LeaseRecord {
		Objects.requireNonNull(version, "version");
		if (token < 0) {
			throw new IllegalArgumentException("The fencing token " + token + " of a lease record is negative");
		}
		if (durationNanos <= 0) {
			throw new IllegalArgumentException(
					"The duration " + durationNanos + " ns of a lease record is not positive");
		}
		if (preferredNanos < 0) {
			throw new IllegalArgumentException(
					"The preference of " + preferredNanos + " ns in a lease record is negative");
		}
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
