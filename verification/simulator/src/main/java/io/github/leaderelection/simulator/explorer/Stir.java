package io.github.leaderelection.simulator.explorer;

import org.jspecify.annotations.Nullable;

import io.github.leaderelection.Position;

/**
 * Something that happens to a nomination alone.
 */
sealed interface Stir {

	/**
	 * The election below would have its node stand.
	 */
	record Asked() implements Stir {

		@Override
		public String toString() {
			return "would stand";
		}

	}

	/**
	 * A message of its own arrives.
	 *
	 * @param speech the message
	 */
	record Heard(Speech speech) implements Stir {

		@Override
		public String toString() {
			return "hears " + this.speech;
		}

	}

	/**
	 * A timer of its own fires.
	 *
	 * @param timer its position
	 * @param all whether all that it waits for is over by then
	 */
	record Fired(int timer, boolean all) implements Stir {

		@Override
		public String toString() {
			return "timer " + TwoLayers.timer(this.timer).name() + (this.all ? ", after all else" : "");
		}

	}

	/**
	 * The application's position is read, or cannot be.
	 *
	 * @param request the reading
	 * @param position the position, or null
	 */
	record Read(long request, @Nullable Position position) implements Stir {

		@Override
		public String toString() {
			return "reads " + this.position;
		}

	}

}
