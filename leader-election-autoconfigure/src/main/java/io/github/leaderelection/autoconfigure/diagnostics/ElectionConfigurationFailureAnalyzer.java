package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.keys.FoundAt;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Explains an invalid setting of the election, with its origin.
 */
class ElectionConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidElectionConfigurationException> {

	private final Environment environment;

	ElectionConfigurationFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidElectionConfigurationException cause) {
		String origin = FoundAt.of(this.environment, cause.key());
		return new FailureAnalysis(cause.description(FoundAt.written(this.environment, cause.key()))
				+ ((origin != null) ? "\n\n    Origin: " + origin : ""), cause.remedy(), cause);
	}

}
