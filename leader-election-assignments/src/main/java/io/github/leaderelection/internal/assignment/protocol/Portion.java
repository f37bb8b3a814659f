package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Partitions of one division whose tokens have one term, as text: names, or ranges of
 * indexes such as {@code 0-7}, each behind the counter of its token, such as {@code =12},
 * where it differs from the one before.
 */
public record Portion(String assignment, int division, long term, boolean release, String partitions) {

	/** About what a portion takes beside its texts. */
	private static final int OVERHEAD = 80;

	/** A longer text begins another portion: a frame has no longer strings. */
	private static final int LONGEST_TEXT = 800;

	/** The most partitions of a message: those of 64 assignments. */
	private static final int MOST = 64 * Partition.MOST;

	/**
	 * Checks that the text can be read.
	 * @throws IllegalArgumentException if it cannot, or names something invalid
	 */
	public Portion {
		unpack(assignment, division, term, release, partitions, new ArrayList<>());
	}

	/** About how long a message with these ownerships is, in characters. */
	static int length(List<Owned> owned) {
		return pack(owned).stream()
			.mapToInt((each) -> each.partitions().length() + each.assignment().length() + OVERHEAD)
			.sum();
	}

	/** Writes ownerships in the order of their partitions. */
	public static List<Portion> pack(List<Owned> owned) {
		List<Portion> portions = new ArrayList<>();
		int from = 0;
		while (from < owned.size()) {
			Owned first = owned.get(from);
			int to = from + 1;
			while (to < owned.size() && isOfDivision(first, owned.get(to))) {
				to++;
			}
			packDivision(owned.subList(from, to), portions);
			from = to;
		}
		return portions;
	}

	private static boolean isOfDivision(Owned one, Owned other) {
		return one.partition().division() == other.partition().division()
				&& one.partition().assignment().equals(other.partition().assignment());
	}

	private static void packDivision(List<Owned> owned, List<Portion> portions) {
		List<Owned> left = owned;
		while (!left.isEmpty()) {
			Owned first = left.get(0);
			List<Owned> others = new ArrayList<>();
			StringBuilder text = new StringBuilder();
			long counter = 0;
			int last = -1;
			for (Owned each : left) {
				if (each.token().fencingToken() != first.token().fencingToken() || each.release() != first.release()
						|| text.length() > LONGEST_TEXT) {
					others.add(each);
					continue;
				}
				int index = each.partition().index();
				boolean follows = index >= 0 && index == last + 1 && each.token().counter() == counter;
				if (!follows || index == 0) {
					counter = appendCounter(text, counter, each.token().counter());
					text.append(text.isEmpty() ? "" : " ").append((index >= 0) ? index : each.partition().name());
				}
				else {
					extend(text, last, index);
				}
				last = index;
			}
			portions.add(new Portion(first.partition().assignment(), first.partition().division(),
					first.token().fencingToken(), first.release(), text.toString()));
			left = others;
		}
	}

	private static long appendCounter(StringBuilder text, long before, long counter) {
		if (counter != before) {
			text.append(text.isEmpty() ? "=" : " =").append(counter);
		}
		return counter;
	}

	/** Makes a range of an index, or lengthens a range. */
	private static void extend(StringBuilder text, int last, int index) {
		int entry = text.lastIndexOf(" ") + 1;
		int dash = text.indexOf("-", entry);
		if (dash >= 0) {
			text.setLength(dash);
		}
		text.append('-').append(index);
	}

	/** Reads ownerships. */
	public static List<Owned> unpack(List<Portion> portions) {
		List<Owned> owned = new ArrayList<>();
		for (Portion each : portions) {
			unpack(each.assignment, each.division, each.term, each.release, each.partitions, owned);
		}
		return owned;
	}

	private static void unpack(String assignment, int division, long term, boolean release, String text,
			List<Owned> into) {
		LeaderSequenceNumber token = null;
		for (String entry : text.split(" ")) {
			if (entry.startsWith("=")) {
				token = new LeaderSequenceNumber(term, Long.parseLong(entry, 1, entry.length(), 10));
				continue;
			}
			if (token == null) {
				throw new IllegalArgumentException("The partition '" + entry + "' has no token");
			}
			if (division == 0) {
				into.add(new Owned(new Partition(assignment, 0, entry), token, release));
				continue;
			}
			int dash = entry.indexOf('-');
			int first = Integer.parseInt(entry, 0, (dash < 0) ? entry.length() : dash, 10);
			int last = (dash < 0) ? first : Integer.parseInt(entry, dash + 1, entry.length(), 10);
			if (first < 0 || last < first || last >= division) {
				throw new IllegalArgumentException("The range '" + entry + "' is not of " + division);
			}
			for (int index = first; index <= last; index++) {
				into.add(new Owned(new Partition(assignment, division, Partition.name(index)), token, release));
			}
			if (into.size() > MOST) {
				throw new IllegalArgumentException("More than " + MOST + " partitions are named");
			}
		}
	}

}
