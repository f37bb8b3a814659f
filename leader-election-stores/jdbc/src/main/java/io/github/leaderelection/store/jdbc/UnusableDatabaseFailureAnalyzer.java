package io.github.leaderelection.store.jdbc;

import io.github.leaderelection.internal.store.jdbc.UnusableDatabaseException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why a database cannot keep leases, with the remedy.
 */
class UnusableDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<UnusableDatabaseException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnusableDatabaseException cause) {
		return new FailureAnalysis("leader-election.store=jdbc cannot be used:\n\n    " + cause.problem() + ".",
				cause.remedy(), cause);
	}

}
