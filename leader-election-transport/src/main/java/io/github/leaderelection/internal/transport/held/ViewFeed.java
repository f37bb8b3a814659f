package io.github.leaderelection.internal.transport.held;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Kept;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.ViewSource;
import org.jspecify.annotations.Nullable;

/**
 * The newest view and value of each group, encoded once for all observers and numbered by
 * its change. Used under a lock.
 */
final class ViewFeed {

	/** The most characters of one answer. */
	static final int MAX_TEXT = 64 * 1024;

	/** The oldest change first. */
	private final Map<Topic, Newest> shown = new LinkedHashMap<>();

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
			if (this.leaderless.holdBack(view(group), now, System.nanoTime())) {
				heldBack = true;
			}
			else {
				show(group, new Shown(now));
			}
			GroupValue value = this.views.value(group);
			if (value != null) {
				show(group, new Kept(value));
			}
		}
		return heldBack;
	}

	private @Nullable GroupView view(String group) {
		Newest newest = this.shown.get(new Topic(group, Shown.class));
		return (newest != null && newest.frame() instanceof Shown is) ? is.view() : null;
	}

	private void show(String group, HeldFrame frame) {
		Topic topic = new Topic(group, frame.getClass());
		Newest before = this.shown.get(topic);
		if (before == null || !before.frame().equals(frame)) {
			this.last++;
			this.shown.remove(topic);
			this.shown.put(topic, new Newest(frame, this.codec.encode(frame), this.last));
		}
	}

	/** What changed after a number, as much as fits into one answer. */
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
	 * Views and values, one a line.
	 *
	 * @param upTo the number of the last change that is among them
	 */
	record News(String text, long upTo) {
	}

	/**
	 * The view or the value of a group.
	 */
	private record Topic(String group, Class<? extends HeldFrame> type) {
	}

	/**
	 * What was encoded last of a topic.
	 */
	private record Newest(HeldFrame frame, String text, long number) {
	}

}
