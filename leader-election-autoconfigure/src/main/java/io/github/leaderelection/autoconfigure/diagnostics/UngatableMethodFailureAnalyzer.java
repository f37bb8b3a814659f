package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.internal.gate.method.UngatableMethodException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a leader-only method that cannot be gated.
 */
class UngatableMethodFailureAnalyzer extends AbstractFailureAnalyzer<UngatableMethodException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UngatableMethodException cause) {
		return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
	}

}
