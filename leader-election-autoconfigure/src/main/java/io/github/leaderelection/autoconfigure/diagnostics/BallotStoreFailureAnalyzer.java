package io.github.leaderelection.autoconfigure.diagnostics;

import io.github.leaderelection.spi.BallotStoreException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an unusable state directory.
 */
class BallotStoreFailureAnalyzer extends AbstractFailureAnalyzer<BallotStoreException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, BallotStoreException cause) {
		return new FailureAnalysis("leader-election.state-directory cannot be used:\n\n    " + cause.getMessage() + ".",
				"Follow the message, or set leader-election.state-directory to another directory on a local "
						+ "disk. Nodes with and without a state directory do not mix.",
				cause);
	}

}
