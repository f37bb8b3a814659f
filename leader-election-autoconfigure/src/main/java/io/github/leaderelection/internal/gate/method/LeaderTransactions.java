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
	 * The reason why no call can run in such a transaction.
	 * @return the obstacle, null if there is none
	 */
	@Nullable Obstacle obstacle();

	/**
	 * Runs a call in a transaction of its own, and commits it.
	 * @param work the context under which the call was admitted, null if leader election
	 * is disabled
	 * @param operation the name of the call for operators
	 * @throws Throwable the exception of the call after the rollback, or the failure to
	 * begin or commit the transaction
	 */
	@Nullable Object run(@Nullable LeadershipContext work, String operation, Call call) throws Throwable;

	/**
	 * Creates an instance for applications that cannot run such transactions.
	 * @param why supplies the obstacle, used at most once for each call
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
	 * An obstacle to such transactions.
	 *
	 * @param remedy the remedy, as a sentence without its full stop
	 */
	record Obstacle(String problem, String remedy) {
	}

	/**
	 * An admitted call.
	 */
	@FunctionalInterface
	interface Call {

		/** Runs the call. */
		@Nullable Object proceed() throws Throwable;

	}

}
