package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a leader-only call. Distinguishes a null result from a skipped call.
 *
 * @param <T> the type of the result
 */
public sealed interface LeaderResult<T extends @Nullable Object> {

	/**
	 * Whether the call was made.
	 * @return false if the call was skipped
	 */
	boolean ran();

	/**
	 * The result of the call, or another value if it was skipped.
	 * @param other the value for a skipped call
	 * @return the result or the other value
	 */
	T orElse(T other);

	/**
	 * The call was made.
	 *
	 * @param <T> the type of the result
	 * @param value the result
	 */
	record Ran<T extends @Nullable Object>(T value) implements LeaderResult<T> {

		@Override
		public boolean ran() {
			return true;
		}

		@Override
		public T orElse(T other) {
			return this.value;
		}

	}

	/**
	 * The call was skipped: this node does not lead, or no longer admits work.
	 *
	 * @param <T> the type of the result
	 */
	record Skipped<T extends @Nullable Object>() implements LeaderResult<T> {

		@Override
		public boolean ran() {
			return false;
		}

		@Override
		public T orElse(T other) {
			return other;
		}

	}

}
