package io.github.leaderelection.internal.gate.method;

import java.util.function.Supplier;

import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls in transactions that commit only for the leader. Safe for use from any
 * thread. Loaded without Spring's transactions, which may be missing.
 */
public interface LeaderTransactions {

	/**
	 * Why no call can run in such a transaction.
	 * @return null if calls can
	 */
	@Nullable Obstacle obstacle();

	/**
	 * Makes a call in a transaction of its own, and commits it.
	 * @param work the leadership under which the call was admitted; null where leader
	 * election is disabled
	 * @param operation the name of the call for operators
	 * @throws Throwable what the call has thrown, after everything was rolled back; or
	 * why the transaction did not begin or commit
	 */
	@Nullable Object run(@Nullable LeadershipContext work, String operation, Call call) throws Throwable;

	/**
	 * What is there where calls cannot run in such a transaction.
	 * @param why asked at most once a call
	 */
	static LeaderTransactions none(Supplier<Obstacle> why) {
		return new LeaderTransactions() {

			@Override
			public Obstacle obstacle() {
				return why.get();
			}

			@Override
			public @Nullable Object run(@Nullable LeadershipContext work, String operation, Call call) {
				throw new IllegalStateException(operation + " " + why.get().problem());
			}

		};
	}

	/**
	 * What keeps calls from running in such a transaction.
	 *
	 * @param remedy a sentence without its full stop
	 */
	record Obstacle(String problem, String remedy) {
	}

	/**
	 * A call that was admitted.
	 */
	@FunctionalInterface
	interface Call {

		/** Makes the call. */
		@Nullable Object proceed() throws Throwable;

	}

}
