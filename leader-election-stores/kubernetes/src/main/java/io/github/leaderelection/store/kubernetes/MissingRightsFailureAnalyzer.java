package io.github.leaderelection.store.kubernetes;

import io.github.leaderelection.internal.store.kubernetes.MissingRightsException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Prints the Role that a service account lacks.
 */
class MissingRightsFailureAnalyzer extends AbstractFailureAnalyzer<MissingRightsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MissingRightsException cause) {
		return new FailureAnalysis("leader-election.store=kubernetes cannot be used:\n\n    " + cause.problem() + ".",
				"Apply this with 'kubectl apply -f -', and start again:\n\n" + cause.manifest(), cause);
	}

}
