package io.github.leaderelection.internal.store.lease;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * Who listens for news of releases, by the channel on which an engine tells them. Safe
 * for use from any thread.
 */
public final class ReleaseListeners {

	private final Map<String, Listening> channels = new ConcurrentHashMap<>();

	private final ReleaseNews news;

	/** Nobody listens yet. */
	public ReleaseListeners(ReleaseNews news) {
		this.news = news;
	}

	/** Has one told of the releases of a record until the watch is closed. */
	public Watch add(String channel, Key key, @Nullable NodeId node, Consumer<@Nullable LeaseRecord> listener) {
		LeaseListeners listeners = this.channels
			.computeIfAbsent(channel, (absent) -> new Listening(key, new LeaseListeners()))
			.listeners();
		listeners.add(node, listener);
		return () -> listeners.remove(listener);
	}

	/** On what news may come: a channel stays once somebody has listened. */
	public Set<String> channels() {
		return this.channels.keySet();
	}

	/**
	 * Tells what an engine has told.
	 * @param isCounted whether the engine knows how many it tells
	 */
	public void tell(String channel, String message, boolean isCounted) {
		Listening of = this.channels.get(channel);
		if (of != null) {
			ReleaseNews.Release release = this.news.read(of.key(), message);
			of.listeners().tellRelease(isCounted ? release : release.toldToUnknown());
		}
	}

	/**
	 * Who listens for one record.
	 */
	private record Listening(Key key, LeaseListeners listeners) {
	}

}
