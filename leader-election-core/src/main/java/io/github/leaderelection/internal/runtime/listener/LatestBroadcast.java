package io.github.leaderelection.internal.runtime.listener;

import java.util.Optional;

import io.github.leaderelection.LeaderBroadcast;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest broadcast of any leader. Written by one thread at a time, read by any.
 */
public final class LatestBroadcast {

	private final ListenerDispatch listeners;

	private volatile @Nullable LeaderBroadcast last;

	public LatestBroadcast(ListenerDispatch listeners) {
		this.listeners = listeners;
	}

	/**
	 * Shows a newer broadcast to readers, then notifies listeners. A restarted node
	 * receives older ones again, which are ignored.
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
