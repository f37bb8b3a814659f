package io.github.leaderelection.internal.keys;

import java.util.Collection;
import java.util.Comparator;

/**
 * The key that an unknown key most likely means.
 *
 * @param slips the number of wrong, missing or additional letters
 */
record NearestKey(KnownKey key, int slips) {

	/** The maximum number of slips between similar keys. */
	static final int LIKELY = 3;

	/** The distance of a truncated or extended name. */
	private static final int SHORTENED = 1;

	/** The distance of the right name in the wrong place. */
	private static final int MISPLACED = 2;

	private static final int SHORTEST_PART = 4;

	private static final int MOST_SLIPS = 2;

	private static final int LETTERS_PER_SLIP = 3;

	private static final String GROUP = KnownKey.ROOT + "." + KnownKeys.GROUPS + ".<name>.";

	private static final Comparator<NearestKey> ORDER = Comparator.comparingInt(NearestKey::slips)
		.thenComparingInt((near) -> near.key().name().length())
		.thenComparing((near) -> near.key().name());

	/** Compares letters with those of all keys. */
	static NearestKey among(Collection<KnownKey> keys, String letters) {
		return keys.stream()
			.map((key) -> new NearestKey(key, compare(letters, key)))
			.min(ORDER)
			.orElseThrow(() -> new IllegalArgumentException("No key to compare with"));
	}

	/** Compares letters with those of the options below the name of a group. */
	static NearestKey ofAGroup(String letters) {
		NearestKey nearest = among(
				KnownKeys.OF_A_GROUP.stream().map((option) -> KnownKey.of(KnownKey.ROOT + "." + option, null)).toList(),
				letters);
		String option = nearest.key().name().substring(KnownKey.ROOT.length() + 1);
		return new NearestKey(new KnownKey(GROUP + option, KnownKey.Shape.VALUE), nearest.slips());
	}

	boolean isLikely() {
		return this.slips <= LIKELY;
	}

	/** Whether few letters differ: two at most, and one in a short word. */
	static boolean isSlip(String letters, String known) {
		return distance(letters, known) <= Math.min(MOST_SLIPS, known.length() / LETTERS_PER_SLIP);
	}

	private static int compare(String letters, KnownKey key) {
		int slips = distance(letters, key.letters());
		if (isPart(letters, key.letters())
				&& (letters.startsWith(key.letters()) || key.letters().startsWith(letters))) {
			return Math.min(slips, SHORTENED);
		}
		if (isPart(letters, key.last()) && (letters.endsWith(key.last()) || key.last().endsWith(letters))) {
			return Math.min(slips, MISPLACED);
		}
		return slips;
	}

	private static boolean isPart(String one, String other) {
		return one.length() >= SHORTEST_PART && other.length() >= SHORTEST_PART;
	}

	/** The number of letters to insert, remove or replace. */
	static int distance(String one, String other) {
		int[] above = new int[other.length() + 1];
		for (int j = 0; j < above.length; j++) {
			above[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int[] row = new int[above.length];
			row[0] = i;
			for (int j = 1; j < row.length; j++) {
				int replaced = above[j - 1] + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
				row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
			}
			above = row;
		}
		return above[other.length()];
	}

}
