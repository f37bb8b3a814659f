package io.github.leaderelection.internal.gate.skipped;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A skipped call that can run later.
 */
@FunctionalInterface
public interface SkippedCall {

	/**
	 * Runs the call if it is admitted now.
	 * @throws Throwable the exception of the method
	 */
	boolean isMade() throws Throwable;

	/**
	 * Runs the call if it is admitted now, and logs a failure.
	 * @param name the name of the method for operators
	 */
	default boolean isMadeOrFailed(String name) {
		try {
			return isMade();
		}
		catch (Throwable ex) {
			Logger logger = LoggerFactory.getLogger(LeaderElector.class);
			logger.error("{} failed, after it had waited for this node to lead. It is not run again", name, ex);
			return true;
		}
	}

	/**
	 * Runs a task on a thread of its own, because listeners of leadership must not block.
	 */
	static void onOwnThread(Runnable task) {
		Thread thread = new Thread(task, "leader-election-deferred");
		thread.setDaemon(true);
		thread.start();
	}

}
