package io.github.leaderelection.assignments.autoconfigure;

import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;

import org.springframework.context.SmartLifecycle;

/**
 * Begins to own on an observer once its node has started, which ends it.
 */
class ObservingLifecycle implements SmartLifecycle {

	private final Runnable observe;

	private volatile boolean running;

	ObservingLifecycle(Runnable observe) {
		this.observe = observe;
	}

	@Override
	public void start() {
		this.running = true;
		this.observe.run();
	}

	/** The node ends what is owned; the thread ends with the application. */
	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return ElectionLifecycle.PHASE + 1;
	}

}
