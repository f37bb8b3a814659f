package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A partition of an assignment. Partitions of different divisions share keys.
 *
 * @param division how many partitions the assignment is divided into, 0 for named ones
 * @param name such as {@code p7}, or the name that the application gave
 */
public record Partition(String assignment, int division, String name) implements Comparable<Partition> {

	/** The most partitions of an assignment. */
	public static final int MOST = 4096;

	/** The longest name of a partition or an assignment, in characters. */
	public static final int LONGEST_NAME = 128;

	private static final String PREFIX = "p";

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if a name or the division cannot be used
	 */
	public Partition {
		requireName("assignment", assignment);
		requireName("partition", name);
		if (division < 0 || division > MOST || division > 0 && indexOf(name, division) < 0) {
			throw new IllegalArgumentException("The partition '" + name + "' of '" + assignment
					+ "' is not one of a division into " + division + ": use p0, p1, and so on");
		}
	}

	/**
	 * Checks a name: spaces separate names on the wire, and an equals sign begins a
	 * number.
	 * @throws IllegalArgumentException if it cannot be used
	 */
	static void requireName(String what, String name) {
		boolean usable = !name.isEmpty() && name.length() <= LONGEST_NAME && name.charAt(0) != '='
				&& name.chars().allMatch((each) -> each > ' ' && each != 0x7f && !Character.isWhitespace(each));
		if (!usable) {
			throw new IllegalArgumentException("The name '" + name + "' of a " + what + " is invalid: use 1 to "
					+ LONGEST_NAME + " characters without spaces that do not begin with '='");
		}
	}

	/** What belongs to partitions, in their order. */
	public static <T> TreeMap<Partition, T> index(List<T> all, Function<T, Partition> partition) {
		TreeMap<Partition, T> index = new TreeMap<>();
		all.forEach((each) -> index.put(partition.apply(each), each));
		return index;
	}

	/** The partitions of a division, in their order. */
	public static List<String> names(int division) {
		return IntStream.range(0, division).mapToObj(Partition::name).toList();
	}

	/** The name of a counted partition. */
	public static String name(int index) {
		return PREFIX + index;
	}

	/** The place among the partitions of a division, -1 for a named one. */
	public int index() {
		return (this.division > 0) ? indexOf(this.name, this.division) : -1;
	}

	private static int indexOf(String name, int division) {
		int index = 0;
		for (int i = PREFIX.length(); i < name.length(); i++) {
			int digit = name.charAt(i) - '0';
			boolean leading = index == 0 && i > PREFIX.length();
			if (digit < 0 || digit > 9 || leading || index > division) {
				return -1;
			}
			index = 10 * index + digit;
		}
		return (name.startsWith(PREFIX) && name.length() > PREFIX.length() && index < division) ? index : -1;
	}

	@Override
	public int compareTo(Partition other) {
		int order = this.assignment.compareTo(other.assignment);
		if (order == 0) {
			order = Integer.compare(this.division, other.division);
		}
		if (order == 0 && this.division > 0) {
			order = Integer.compare(this.name.length(), other.name.length());
		}
		return (order != 0) ? order : this.name.compareTo(other.name);
	}

	@Override
	public String toString() {
		return this.assignment + "/" + this.name;
	}

}
