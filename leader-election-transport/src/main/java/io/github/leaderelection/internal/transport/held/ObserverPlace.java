package io.github.leaderelection.internal.transport.held;

import java.util.List;

import io.github.leaderelection.internal.transport.held.ViewFeed.News;

/**
 * The session of one observer, with one request at a time. Used under a lock.
 */
final class ObserverPlace extends Place {

	private boolean shown;

	private long seen;

	ObserverPlace(String session) {
		super(session, 1);
	}

	/** Whether nothing was shown to the observer yet. */
	boolean isNew() {
		return !this.shown;
	}

	/**
	 * Whether a request waits that is due, is the first, or whose observer has not seen a
	 * change.
	 */
	boolean isDue(long lastChange, long nanos) {
		boolean news = isNew() || this.seen < lastChange;
		return holds((each) -> news || each.isOlderThan(nanos));
	}

	/**
	 * Answers the waiting request.
	 * @return completes the answer
	 */
	Runnable answer(ViewFeed feed) {
		News news = feed.since(this.seen);
		this.seen = news.upTo();
		this.shown = true;
		List<Held> waiting = takeBeyond(0);
		return () -> waiting.forEach((each) -> each.answer(news.text()));
	}

}
