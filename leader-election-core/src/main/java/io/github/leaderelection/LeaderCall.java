package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Something to be done on the leader alone.
 *
 * @param <T> what comes of it
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaderCall<T extends @Nullable Object, X extends Exception> {

	/**
	 * Does it.
	 * @param leadership the leadership under which it is done; pass on its fencing token,
	 * and ask it now and then in a long loop
	 * @return what comes of it
	 * @throws X if it fails
	 */
	T call(Leadership leadership) throws X;

}
