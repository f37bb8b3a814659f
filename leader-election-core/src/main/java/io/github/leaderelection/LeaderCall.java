package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * A task for the leader alone.
 *
 * @param <T> the type of the result
 * @param <X> the type of the exception
 */
@FunctionalInterface
public interface LeaderCall<T extends @Nullable Object, X extends Exception> {

	/**
	 * Runs the task.
	 * @param leadership the leadership under which the task runs; pass its fencing token
	 * on, and check it regularly in a long loop
	 * @return the result
	 * @throws X if the task fails
	 */
	T call(Leadership leadership) throws X;

}
