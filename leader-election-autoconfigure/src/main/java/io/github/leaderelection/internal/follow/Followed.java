package io.github.leaderelection.internal.follow;

import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/**
 * A listener container or a bean that runs on the leader alone.
 *
 * @param name its id or name, as it was configured
 */
record Followed(String name, Lifecycle lifecycle) {

	boolean isRunning() {
		return this.lifecycle.isRunning();
	}

	void start() {
		this.lifecycle.start();
	}

	/** Runs the callback once it has stopped. */
	void stop(Runnable callback) {
		if (this.lifecycle instanceof SmartLifecycle smart) {
			smart.stop(callback);
		}
		else {
			this.lifecycle.stop();
			callback.run();
		}
	}

}
