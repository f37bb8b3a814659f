package io.github.leaderelection.internal.gate;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an action once when one leadership ends.
 */
final class OnRevocation implements LeadershipListener {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final long fencingToken;

	private final Runnable action;

	private final AtomicBoolean done = new AtomicBoolean();

	private OnRevocation(long fencingToken, Runnable action) {
		this.fencingToken = fencingToken;
		this.action = action;
	}

	static Registration register(LeaderElector elector, Leadership leadership, Runnable action) {
		OnRevocation listener = new OnRevocation(leadership.fencingToken(), action);
		Registration registration = elector.addListener(listener);
		if (!leadership.isValid()) {
			// The leadership may have ended before the listener was added.
			listener.act();
		}
		return () -> {
			listener.done.set(true);
			registration.close();
		};
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		if (leadership.fencingToken() == this.fencingToken) {
			act();
		}
	}

	private void act() {
		if (this.done.compareAndSet(false, true)) {
			try {
				this.action.run();
			}
			catch (RuntimeException ex) {
				logger.error("The action at the end of the leadership with fencing token {} failed", this.fencingToken,
						ex);
			}
		}
	}

}
