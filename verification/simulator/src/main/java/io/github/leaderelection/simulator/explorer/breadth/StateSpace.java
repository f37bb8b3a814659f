package io.github.leaderelection.simulator.explorer.breadth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What is searched: states, each an array of numbers, and what follows on each. Safe for
 * use from any thread.
 */
public interface StateSpace<E> {

	/**
	 * How many numbers make a state.
	 */
	int width();

	/** Where the search begins. */
	int[] first();

	/**
	 * Finds all that may happen next.
	 * @param visitor told of each, in an order that depends on the state alone
	 */
	void expand(int[] state, Visitor<E> visitor);

	/** Says what is searched. */
	String bounds();

	/** What was counted so far beside states and events, by its name. */
	Map<String, Long> counts();

	/** Tells the events on a way, one a line. */
	List<String> tell(List<int[]> way);

	/** The event that leads from a state to the next. */
	default E event(int[] before, int[] after) {
		List<E> found = new ArrayList<>();
		expand(before, (state, event, broken) -> {
			if (Arrays.equals(state, after)) {
				found.add(event);
			}
		});
		return found.stream()
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No event leads from one state to the next"));
	}

	/**
	 * Told of all that may happen next.
	 */
	interface Visitor<E> {

		/**
		 * Told of a state that is reached.
		 * @param broken the promise that is broken by that, or null
		 */
		void reached(int[] state, E event, @Nullable String broken);

		/**
		 * Told of something that would lead beyond the bounds.
		 */
		default void beyond() {
		}

	}

}
