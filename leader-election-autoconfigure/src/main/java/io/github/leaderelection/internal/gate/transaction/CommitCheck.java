package io.github.leaderelection.internal.gate.transaction;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Checks the leadership before a transaction commits. Each method is called on the thread
 * of the transaction.
 */
public interface CommitCheck {

	/**
	 * The reason why transactions of a manager cannot be checked.
	 * @return the obstacle, null if there is none
	 */
	@Nullable Obstacle obstacle(PlatformTransactionManager manager);

	/**
	 * Notes that a transaction has begun.
	 * @param operation the name of the call for operators
	 * @throws IllegalTransactionStateException if the transaction cannot be checked
	 */
	void begun(String operation);

	/**
	 * Runs the work of the commit that may take long, such as deferred constraints. Its
	 * exceptions reach the caller.
	 */
	void settle();

	/**
	 * Checks that the leadership is still the latest. Prevents a later leadership until
	 * the end of the transaction.
	 * @return whether the transaction may commit
	 */
	boolean confirm(LeadershipContext work);

	/**
	 * Notes the commit or rollback of a transaction for which {@link #confirm} was
	 * called.
	 */
	void ended();

}
