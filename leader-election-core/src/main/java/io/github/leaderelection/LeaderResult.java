package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * What became of a call that only the leader makes: a call that gave null is not one that
 * was skipped.
 *
 * @param <T> what comes of the call
 */
public sealed interface LeaderResult<T extends @Nullable Object> {

	/**
	 * Whether the call was made.
	 * @return false if it was skipped
	 */
	boolean ran();

	/**
	 * What came of the call.
	 * @param other what to answer if it was skipped
	 * @return what the call gave, or the other
	 */
	T orElse(T other);

	/**
	 * The call was made.
	 *
	 * @param <T> what comes of the call
	 * @param value what it gave
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
	 * @param <T> what would have come of the call
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
