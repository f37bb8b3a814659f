package io.github.leaderelection.internal.follow;

import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/**
 * A listener container or a bean that runs on the leader alone.
 *
 * @param name the configured id or name
 */
record Followed(String name, Lifecycle lifecycle) {

	boolean isRunning() {
		return this.lifecycle.isRunning();
	}

	void start() {
		this.lifecycle.start();
	}

	/** Stops the container or bean, then runs the callback. */
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
