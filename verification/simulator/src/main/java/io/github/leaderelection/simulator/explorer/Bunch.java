package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.stream.IntStream;

/**
 * The states a nomination may be in, by their numbers in order: what it does without
 * being noticed is not told apart.
 *
 * @param members the numbers
 */
record Bunch(int[] members) {

	/** Of a node that is down. */
	static final Bunch NONE = new Bunch(new int[0]);

	static Bunch of(SortedSet<Integer> members) {
		return new Bunch(members.stream().mapToInt(Integer::intValue).toArray());
	}

	boolean containsAll(Bunch other) {
		return Arrays.stream(other.members).allMatch(this::contains);
	}

	boolean contains(int member) {
		return Arrays.binarySearch(this.members, member) >= 0;
	}

	Bunch without(Bunch other) {
		return new Bunch(Arrays.stream(this.members).filter((member) -> !other.contains(member)).toArray());
	}

	/** These and others, as long as there are not too many. */
	Bunch and(Bunch other, int most) {
		int room = most - this.members.length;
		int[] added = Arrays.stream(other.members)
			.filter((member) -> !contains(member))
			.limit(Math.max(0, room))
			.toArray();
		return (added.length == 0) ? this
				: new Bunch(IntStream.concat(Arrays.stream(this.members), Arrays.stream(added)).sorted().toArray());
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Bunch bunch && Arrays.equals(bunch.members, this.members);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(this.members);
	}

}
