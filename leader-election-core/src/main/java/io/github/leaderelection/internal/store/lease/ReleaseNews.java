package io.github.leaderelection.internal.store.lease;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Completes the news of a release by what the store showed before: who hears of it need
 * not read the record. Whoever can reach the engine may send such news, so they count for
 * the leadership alone that was seen last and raise no token. A take that rests on them
 * is to be done only if the record is free, which the engine itself looks at. Safe for
 * use from any thread.
 */
public final class ReleaseNews {

	/** Numbers and versions have no blanks. */
	private static final String BETWEEN = " ";

	private static final int PARTS = 5;

	private final Map<Key, LeaseRecord> shown = new ConcurrentHashMap<>();

	/** Of which records news have come. */
	private final Set<Key> told = ConcurrentHashMap.newKeySet();

	/** Takes what the store showed. */
	public void note(Key key, Answer answer) {
		LeaseRecord record = shown(answer);
		if (record != null) {
			this.shown.put(key, record);
		}
	}

	/** The record as the store showed it last; null if it did not. */
	public @Nullable LeaseRecord shown(Key key) {
		return this.shown.get(key);
	}

	private static @Nullable LeaseRecord shown(Answer answer) {
		if (answer instanceof Answer.Held held) {
			return held.record();
		}
		if (answer instanceof Answer.Free free) {
			return free.record();
		}
		if (answer instanceof Answer.Foreign foreign) {
			return foreign.record();
		}
		return (answer instanceof Answer.Mine mine) ? mine.record() : null;
	}

	/** Whether a request is a take of what only news have said to be free. */
	public boolean isByNews(Request request) {
		if (!(request instanceof Request.Take take) || !this.told.contains(take.key())) {
			return false;
		}
		LeaseRecord known = this.shown.get(take.key());
		return known == null || !take.version().equals(known.version());
	}

	/** Reads what the store tells. */
	public Release read(Key key, String news) {
		String[] parts = news.split(BETWEEN, PARTS);
		try {
			long told = Long.parseLong(parts[0]);
			LeaseRecord before = this.shown.get(key);
			LeaseRecord released = (parts.length == PARTS && before != null) ? released(before, parts) : null;
			if (released != null) {
				this.told.add(key);
			}
			return new Release(told, released);
		}
		catch (IllegalArgumentException ex) {
			// anybody may have sent it
			return Release.UNKNOWN;
		}
	}

	private static @Nullable LeaseRecord released(LeaseRecord before, String[] parts) {
		if (Long.parseLong(parts[1]) != before.token()) {
			return null;
		}
		NodeId preferred = parts[4].isEmpty() ? null : NodeId.of(parts[4]);
		return new LeaseRecord(before.holder(), before.incarnation(), before.attempt(), before.url(), before.token(),
				before.durationNanos(), true, preferred, Long.parseLong(parts[2]), parts[3]);
	}

	/**
	 * What is known of a release.
	 *
	 * @param record what the record is since; null where a read has to show it
	 */
	public record Release(long told, @Nullable LeaseRecord record) {

		static final Release UNKNOWN = new Release(HintSpread.UNKNOWN, null);

		/** The same, where the engine cannot say how many are told. */
		public Release toldToUnknown() {
			return new Release(HintSpread.UNKNOWN, this.record);
		}

	}

}
