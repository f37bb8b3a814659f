package io.github.leaderelection.simulator.metadata;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What a register showed to anybody. Each write has a number, higher than those before.
 */
final class ShownValues {

	private final TreeMap<LeaderSequenceNumber, Long> shown = new TreeMap<>();

	/** Leaderships that said that values may be lost. */
	private final TreeSet<Long> losses = new TreeSet<>();

	private final Set<Long> refused = new HashSet<>();

	static Metadata value(@Nullable LeaderSequenceNumber sequence, long number) {
		return new Metadata(sequence, List.of(new Entry("v", Long.toString(number))), false);
	}

	static long number(Metadata value) {
		return value.entries().isEmpty() ? 0 : Long.parseLong(value.entries().get(0).value());
	}

	/** Nobody may ever see a write. */
	void refuse(long number) {
		this.refused.add(number);
	}

	/** A leadership says that it may begin with less than was shown. */
	void lose(long token) {
		this.losses.add(token);
	}

	/**
	 * Takes what a leader answers with: the newest of all.
	 * @return what is wrong with it, null if nothing is
	 */
	@Nullable String answer(Metadata value) {
		if (!this.shown.isEmpty()
				&& (value.sequence() == null || value.sequence().compareTo(this.shown.lastKey()) < 0)) {
			return "answers with " + text(value) + " though " + this.shown.lastEntry() + " was shown";
		}
		return show(value);
	}

	/**
	 * Takes what a member shows.
	 * @return what is wrong with it, null if nothing is
	 */
	@Nullable String show(Metadata value) {
		LeaderSequenceNumber sequence = value.sequence();
		if (sequence == null) {
			return null;
		}
		long number = number(value);
		Long before = this.shown.putIfAbsent(sequence, number);
		if (before != null) {
			return (before == number) ? null : "shows " + text(value) + ", which was " + before;
		}
		if (this.refused.contains(number)) {
			return "shows " + text(value) + ", which was refused";
		}
		Map.Entry<LeaderSequenceNumber, Long> older = this.shown.lowerEntry(sequence);
		Map.Entry<LeaderSequenceNumber, Long> newer = this.shown.higherEntry(sequence);
		boolean lost = older != null && older.getValue() > number && !isLost(older.getKey(), sequence);
		boolean overtaken = newer != null && newer.getValue() < number && !isLost(sequence, newer.getKey());
		return (lost || overtaken) ? "shows " + text(value) + " between " + older + " and " + newer : null;
	}

	private boolean isLost(LeaderSequenceNumber older, LeaderSequenceNumber newer) {
		return !this.losses.subSet(older.fencingToken(), false, newer.fencingToken(), true).isEmpty();
	}

	private static String text(Metadata value) {
		return value.sequence() + "=" + number(value);
	}

}
