package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.store.jdbc.LeaseTableMissingException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains where the tables of leases come from.
 */
class LeaseTableFailureAnalyzer extends AbstractFailureAnalyzer<LeaseTableMissingException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LeaseTableMissingException cause) {
		return new FailureAnalysis("leader-election.store=jdbc cannot be used:\n\n    " + cause.problem() + ".",
				LeaseTableMissingException.remedy(), cause);
	}

}
