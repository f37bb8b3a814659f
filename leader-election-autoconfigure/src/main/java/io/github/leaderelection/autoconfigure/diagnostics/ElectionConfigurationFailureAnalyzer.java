package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an invalid setting of the election.
 */
class ElectionConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidElectionConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidElectionConfigurationException cause) {
		return new FailureAnalysis(cause.description(), cause.remedy(), cause);
	}

}
