package io.github.leaderelection.internal.gate.transaction;

import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;

import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Confirms the leadership as the last action before a commit. It has the lowest
 * precedence, so it runs last if it is registered last.
 */
final class LastCheck implements TransactionSynchronization {

	private final CommitCheck check;

	private final LeadershipContext work;

	private final String operation;

	private final TransactionStatus status;

	private boolean isAsked;

	LastCheck(CommitCheck check, LeadershipContext work, String operation, TransactionStatus status) {
		this.check = check;
		this.work = work;
		this.operation = operation;
		this.status = status;
	}

	/**
	 * Flushes JPA's pending writes first, so that the lock is not held while they run.
	 */
	@Override
	public void beforeCommit(boolean readOnly) {
		this.status.flush();
		this.check.settle();
		if (!isConfirmed()) {
			throw refusal(Reason.REVOKED);
		}
	}

	private boolean isConfirmed() {
		this.isAsked = true;
		try {
			return this.check.confirm(this.work);
		}
		catch (RuntimeException ex) {
			NotLeaderException unconfirmed = refusal(Reason.UNCONFIRMED);
			unconfirmed.initCause(ex);
			throw unconfirmed;
		}
	}

	private NotLeaderException refusal(Reason reason) {
		return new NotLeaderException(this.work.group(),
				"the transaction of " + this.operation + " under fencing token " + this.work.fencingToken(), reason,
				null);
	}

	@Override
	public void afterCompletion(int outcome) {
		if (this.isAsked) {
			this.check.ended();
		}
	}

}
