package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a setting with which no election can be held.
 */
class ElectionConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidElectionConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidElectionConfigurationException cause) {
		return new FailureAnalysis(cause.description(), cause.remedy(), cause);
	}

}
