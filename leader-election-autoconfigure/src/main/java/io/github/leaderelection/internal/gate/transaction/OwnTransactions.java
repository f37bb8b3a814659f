package io.github.leaderelection.internal.gate.transaction;

import java.util.function.Supplier;

import io.github.leaderelection.internal.gate.method.LeaderTransactions;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.Assert;

/**
 * Runs each call in a transaction of its own, by the application's manager. The manager
 * is looked up at the first use, because the gate is created earlier.
 */
public final class OwnTransactions implements LeaderTransactions {

	private final Supplier<@Nullable PlatformTransactionManager> managers;

	private final CommitCheck check;

	private volatile @Nullable PlatformTransactionManager manager;

	/**
	 * Creates the transactions.
	 * @param managers supplies null if there is no manager, or several without a primary
	 * one
	 */
	public OwnTransactions(Supplier<@Nullable PlatformTransactionManager> managers, CommitCheck check) {
		this.managers = managers;
		this.check = check;
	}

	@Override
	public @Nullable Obstacle obstacle() {
		if (this.manager != null) {
			return null;
		}
		PlatformTransactionManager found = this.managers.get();
		if (found == null) {
			return new Obstacle(
					"has transactional = true, but there is no PlatformTransactionManager, or several without a "
							+ "primary one",
					"Let Spring Boot define the one of the DataSource, or mark that one with @Primary");
		}
		Obstacle obstacle = this.check.obstacle(found);
		if (obstacle == null) {
			this.manager = found;
		}
		return obstacle;
	}

	@Override
	public @Nullable Object run(@Nullable LeadershipContext work, String operation, Call call) throws Throwable {
		PlatformTransactionManager present = this.manager;
		Assert.state(present != null, "No manager was found yet");
		Mark mark = mark();
		boolean isPart = isOpen(mark);
		if (isPart) {
			requireSame(mark, work, operation);
		}
		TransactionTemplate template = new TransactionTemplate(present);
		template.setName(operation);
		template.setPropagationBehavior(
				isPart ? TransactionDefinition.PROPAGATION_MANDATORY : TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		Outcome outcome = template
			.execute((status) -> isPart ? made(call, status) : checked(work, operation, call, status));
		return outcome.result();
	}

	private Outcome checked(@Nullable LeadershipContext work, String operation, Call call, TransactionStatus status) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			throw new IllegalTransactionStateException(operation
					+ " was not run: its transaction manager has no synchronization, without which nothing can be "
					+ "checked before a commit. Set transactionSynchronization to SYNCHRONIZATION_ALWAYS");
		}
		this.check.begun(operation);
		TransactionSynchronizationManager.registerSynchronization(new Mark(work));
		Outcome outcome = made(call, status);
		if (work != null) {
			// Registered after all synchronizations of the method.
			TransactionSynchronizationManager
				.registerSynchronization(new LastCheck(this.check, work, operation, status));
		}
		return outcome;
	}

	/** Keeps a checked exception in the outcome: the template would wrap it. */
	private static Outcome made(Call call, TransactionStatus status) {
		try {
			return new Outcome(call.proceed(), null);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			status.setRollbackOnly();
			return new Outcome(null, ex);
		}
	}

	/**
	 * Whether a call can join the transaction. Spring reports a committed transaction as
	 * active until its last callback returns, but never commits a call that joins then.
	 */
	private static boolean isOpen(@Nullable Mark mark) {
		// Synchronization is inactive only in callbacks after completion.
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive() && (mark == null || !mark.isCommitted);
	}

	private static @Nullable Mark mark() {
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			return null;
		}
		return TransactionSynchronizationManager.getSynchronizations()
			.stream()
			.filter(Mark.class::isInstance)
			.map(Mark.class::cast)
			.findFirst()
			.orElse(null);
	}

	private static void requireSame(@Nullable Mark mark, @Nullable LeadershipContext work, String operation) {
		if (mark == null || !mark.isOf(work)) {
			throw new IllegalTransactionStateException(operation + " was not run: it runs in a transaction of its own, "
					+ "and on this thread there is "
					+ (TransactionSynchronizationManager.isCurrentTransactionReadOnly() ? "a read-only" : "another")
					+ " transaction already, '" + TransactionSynchronizationManager.getCurrentTransactionName()
					+ "'. Call it outside of that, and let the gate surround @Transactional: "
					+ "leader-election.gate.advisor-order is lower than the order of transactions");
		}
	}

	/**
	 * Marks a transaction, even if it was suspended and resumed. Its callback for the
	 * commit runs before all others.
	 */
	private static final class Mark implements TransactionSynchronization {

		private final @Nullable LeadershipContext work;

		private boolean isCommitted;

		private Mark(@Nullable LeadershipContext work) {
			this.work = work;
		}

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			this.isCommitted = true;
		}

		boolean isOf(@Nullable LeadershipContext other) {
			if (this.work == null || other == null) {
				return this.work == other;
			}
			return this.work.group().equals(other.group()) && this.work.fencingToken() == other.fencingToken();
		}

	}

	/**
	 * The outcome of a call.
	 */
	private record Outcome(@Nullable Object made, @Nullable Throwable failure) {

		@Nullable Object result() throws Throwable {
			if (this.failure != null) {
				throw this.failure;
			}
			return this.made;
		}

	}

}
