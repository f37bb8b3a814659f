package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.node.JoinFailedException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why a node was not admitted to its group.
 */
class JoinFailureAnalyzer extends AbstractFailureAnalyzer<JoinFailedException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, JoinFailedException cause) {
		return new FailureAnalysis("This node could not join:\n\n    " + cause.getMessage() + ".",
				"Start a seed node before this one, or follow the message.", cause);
	}

}
