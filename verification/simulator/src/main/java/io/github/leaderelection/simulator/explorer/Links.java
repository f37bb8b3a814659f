package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * The network: letters, and what is on a link from one node to another, by number. On a
 * link is every letter that was ever sent over it and that still means something; each
 * may arrive at any time, any number of times, or never. Safe for use from any thread.
 */
final class Links {

	/** The link with nothing on it. */
	static final int EMPTY = 0;

	private final Table<Letter, Letter> letters = new Table<>();

	private final Table<Renaming, Renaming> renamings = new Table<>();

	private final Table<Load, Load> loads = new Table<>();

	private final Memo<Integer> joined = new Memo<>();

	private final Memo<Integer> renamed = new Memo<>();

	Links() {
		number(new int[0]);
	}

	int number(Letter letter) {
		Integer known = this.letters.find(letter);
		return (known != null) ? known : this.letters.number(letter, letter);
	}

	Letter letter(int number) {
		return this.letters.get(number);
	}

	int number(Renaming renaming) {
		return this.renamings.number(renaming, renaming);
	}

	/**
	 * The link with certain letters on it.
	 * @param sorted the letters, in order
	 * @return its number
	 */
	int number(int[] sorted) {
		Load load = new Load(sorted);
		return this.loads.number(load, load);
	}

	/**
	 * The letters on a link.
	 * @param link its number
	 * @return the letters; not to be written to
	 */
	int[] on(int link) {
		return this.loads.get(link).letters();
	}

	/**
	 * Puts letters on a link.
	 * @param link its number
	 * @param added the link whose letters are to be added
	 * @return the number of the fuller link
	 */
	int join(int link, int added) {
		if (added == EMPTY || link == added) {
			return link;
		}
		Integer known = this.joined.get(link, added);
		if (known != null) {
			return known;
		}
		int number = number(
				IntStream.concat(Arrays.stream(on(link)), Arrays.stream(on(added))).sorted().distinct().toArray());
		this.joined.put(link, added, number);
		return number;
	}

	/**
	 * Renames what is on a link.
	 * @param link its number
	 * @param renaming the number of the renaming
	 * @return the number of the link with the new names
	 */
	int rename(int link, int renaming) {
		Integer known = this.renamed.get(link, renaming);
		if (known != null) {
			return known;
		}
		Renaming by = this.renamings.get(renaming);
		int number = number(Arrays.stream(on(link))
			.map((letter) -> renamed(letter, by))
			.filter((letter) -> letter >= 0)
			.sorted()
			.distinct()
			.toArray());
		this.renamed.put(link, renaming, number);
		return number;
	}

	private int renamed(int number, Renaming by) {
		Letter letter = letter(number);
		if (!letter.isNamedBy(by.node(), by.incarnation())) {
			return number;
		}
		@Nullable Letter named = letter.renamed(by.naming());
		return (named != null) ? number(named) : -1;
	}

	/**
	 * Letters by number, in order.
	 *
	 * @param letters the letters
	 */
	private record Load(int[] letters) {

		@Override
		public boolean equals(Object other) {
			return other instanceof Load load && Arrays.equals(load.letters, this.letters);
		}

		@Override
		public int hashCode() {
			return Arrays.hashCode(this.letters);
		}

	}

	/**
	 * How one life of a node calls things now.
	 *
	 * @param node the node
	 * @param incarnation its life
	 * @param naming what it calls things
	 */
	record Renaming(int node, long incarnation, Naming naming) {
	}

}
