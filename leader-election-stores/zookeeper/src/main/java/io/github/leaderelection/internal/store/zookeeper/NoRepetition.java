package io.github.leaderelection.internal.store.zookeeper;

import org.apache.curator.RetryPolicy;
import org.apache.curator.RetrySleeper;

/**
 * Curator sends every request once. One that it repeated could be refused for what it did
 * itself the first time.
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
