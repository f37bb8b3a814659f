package io.github.leaderelection.compatibility.jpa;

import java.util.ArrayList;
import java.util.List;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * What was written when the leadership had been checked and the commit had not begun.
 */
class LastLook implements TransactionExecutionListener {

	final List<Integer> written = new ArrayList<>();

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		this.written.add(Booking.WRITTEN.get());
	}

}
