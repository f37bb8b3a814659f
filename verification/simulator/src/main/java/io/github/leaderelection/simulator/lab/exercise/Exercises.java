package io.github.leaderelection.simulator.lab.exercise;

import java.util.List;

/**
 * All exercises.
 */
public final class Exercises {

	private static final List<Exercise> ALL = List.of(new HighestFails("bully-p7", 6),
			new HighestFails("bully-p7-seen-by-p1", 1), new AnotherFails(), new SplitBrain(),
			new FencedLeader("fence-confirms", "The leader stands still: the fence stops it, then another one leads",
					true, false),
			new FencedLeader("fence-fails", "The fence confirms nothing: nobody leads until an operator does", false,
					false),
			new FencedLeader("fence-split", "The leader is cut off: only the majority runs the fence", true, true));

	private Exercises() {
	}

	/**
	 * All of them.
	 * @return in the order in which they are listed
	 */
	public static List<Exercise> all() {
		return ALL;
	}

	/**
	 * Finds one.
	 * @throws IllegalArgumentException if there is none of this name; the message lists
	 * the names
	 */
	public static Exercise find(String name) {
		return ALL.stream()
			.filter((exercise) -> exercise.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no exercise '" + name + "': use one of "
					+ ALL.stream().map(Exercise::name).toList() + ", or all"));
	}

}
