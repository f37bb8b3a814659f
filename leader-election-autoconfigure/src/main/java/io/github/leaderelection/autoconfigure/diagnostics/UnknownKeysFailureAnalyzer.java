package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.keys.UnknownKeysException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains configured keys that belong to no setting.
 */
class UnknownKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnknownKeysException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownKeysException cause) {
		return new FailureAnalysis(cause.description(), cause.remedy(), cause);
	}

}
