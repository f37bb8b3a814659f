package io.github.leaderelection.internal.runtime.listener;

import java.util.Optional;

import io.github.leaderelection.LeaderBroadcast;
import org.jspecify.annotations.Nullable;

/**
 * The newest thing any leader said. Told by the thread that runs the loop alone, read by
 * any.
 */
public final class LatestBroadcast {

	private final ListenerDispatch listeners;

	private volatile @Nullable LeaderBroadcast last;

	public LatestBroadcast(ListenerDispatch listeners) {
		this.listeners = listeners;
	}

	/**
	 * Readers see it before listeners are told. A node that was stopped and started hears
	 * again what it heard before.
	 */
	public void broadcasted(LeaderBroadcast broadcast) {
		LeaderBroadcast before = this.last;
		if (before == null || broadcast.isAfter(before)) {
			this.last = broadcast;
			this.listeners.broadcasted(broadcast);
		}
	}

	public Optional<LeaderBroadcast> last() {
		return Optional.ofNullable(this.last);
	}

}
