package io.github.leaderelection.internal.gate.transaction;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * What is asked before a transaction commits. Each method is called on the thread of the
 * transaction.
 */
public interface CommitCheck {

	/**
	 * Why transactions of a manager cannot be checked.
	 * @return null if they can
	 */
	@Nullable Obstacle obstacle(PlatformTransactionManager manager);

	/**
	 * A transaction has begun.
	 * @param operation the name of its call for operators
	 * @throws IllegalTransactionStateException if it cannot be checked
	 */
	void begun(String operation);

	/**
	 * Has done what the commit would do by itself and may take long. What it throws is
	 * thrown to the caller.
	 */
	void settle();

	/**
	 * Finds out whether the leadership is still the newest, and sees to it that no newer
	 * one begins before the end of the transaction.
	 * @return whether the transaction may commit
	 */
	boolean confirm(LeadershipContext work);

	/** A transaction for which {@link #confirm} was called has ended, in whatever way. */
	void ended();

}
