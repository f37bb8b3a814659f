package io.github.leaderelection.internal.transport.held;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.ViewSource;

/**
 * The newest view of each group, encoded once for all observers and numbered by its
 * change. Used under a lock.
 */
final class ViewFeed {

	/** The most characters of the views in one answer. */
	static final int MAX_TEXT = 64 * 1024;

	/** The oldest change first. */
	private final Map<String, Newest> shown = new LinkedHashMap<>();

	private final LeaderlessMoments leaderless = new LeaderlessMoments();

	private final HeldCodec codec = new HeldCodec();

	private final ViewSource views;

	private long last;

	ViewFeed(ViewSource views) {
		this.views = views;
	}

	/** The number of the last change. */
	long last() {
		return this.last;
	}

	/**
	 * Looks for changes.
	 * @return whether a view is held back for a moment
	 */
	boolean refresh() {
		boolean heldBack = false;
		for (String group : this.views.groups()) {
			GroupView now = this.views.view(group);
			Newest before = this.shown.get(group);
			if (this.leaderless.holdBack((before != null) ? before.view() : null, now, System.nanoTime())) {
				heldBack = true;
			}
			else if (before == null || !before.view().equals(now)) {
				this.last++;
				this.shown.remove(group);
				this.shown.put(group, new Newest(now, this.codec.encode(new Shown(now)), this.last));
			}
		}
		return heldBack;
	}

	/** The views that changed after a number, as many as fit into one answer. */
	News since(long number) {
		StringBuilder text = new StringBuilder();
		long upTo = number;
		for (Newest each : this.shown.values()) {
			if (each.number() <= number) {
				continue;
			}
			if (text.length() + each.text().length() >= MAX_TEXT) {
				break;
			}
			text.append(text.isEmpty() ? "" : "\n").append(each.text());
			upTo = each.number();
		}
		return new News(text.toString(), upTo);
	}

	/**
	 * Views, one a line.
	 *
	 * @param upTo the number of the last change that is among them
	 */
	record News(String text, long upTo) {
	}

	/**
	 * The view of a group that was encoded last.
	 */
	private record Newest(GroupView view, String text, long number) {
	}

}
