package io.github.leaderelection.internal.store.zookeeper;

import org.apache.curator.RetryPolicy;
import org.apache.curator.RetrySleeper;

/**
 * Makes Curator send every request once. A repeated request could be refused because its
 * first sending was done.
 */
final class NoRepetition implements RetryPolicy {

	@Override
	public boolean allowRetry(int retryCount, long elapsedTimeMs, RetrySleeper sleeper) {
		return false;
	}

	@Override
	public boolean allowRetry(Throwable exception) {
		return false;
	}

}
