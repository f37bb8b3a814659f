package io.github.leaderelection.internal.transport.link;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.peer.Link;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.peer.TransportThreads;
import io.github.leaderelection.internal.transport.wire.ViewCodec;
import io.github.leaderelection.internal.transport.wire.ViewFrame.Alive;
import io.github.leaderelection.internal.transport.wire.ViewFrame.Shown;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.ViewSource;

/**
 * The links with observers, in a bounded number of places. What changes is encoded once
 * and sent to all. They have threads of their own, so they do not delay members. Safe for
 * use from any thread.
 */
final class ObserverLinks {

	private final ReentrantLock lock = new ReentrantLock();

	private final Set<Link> links = new HashSet<>();

	private final Map<String, Newest> shown = new LinkedHashMap<>();

	private final LeaderlessMoments leaderless = new LeaderlessMoments();

	private final AtomicBoolean begun = new AtomicBoolean();

	private final AtomicBoolean wanted = new AtomicBoolean();

	private final ViewCodec codec = new ViewCodec();

	private final TransportThreads threads;

	private final int places;

	private final Times times;

	private final ViewSource views;

	private boolean retired;

	/** Used by the timer's thread alone. */
	private long ticks;

	private volatile int count;

	ObserverLinks(NodeId self, Observers observers) {
		this(self, observers, Times.DEFAULT);
	}

	ObserverLinks(NodeId self, Observers observers, Times times) {
		this.threads = TransportThreads.forObservers(self);
		this.places = observers.places();
		this.times = times;
		this.views = observers.views();
		this.views.onChange(this::changed);
	}

	/** Writes to observers run here. */
	Executor writers() {
		return this.threads;
	}

	int count() {
		return this.count;
	}

	/**
	 * Gives an observer a place, answers its greeting and shows it all groups. A link
	 * leaves after it has ended, and waits for the lock. So one that has not ended here
	 * will leave its place.
	 * @return false if all places are taken or the link has ended
	 */
	boolean admit(Link link, Frame answer) {
		this.lock.lock();
		try {
			if (this.retired || link.isEnded() || this.links.size() >= this.places) {
				return false;
			}
			// A change from here on may miss the look at its group, so it must be shown.
			this.count = this.links.size() + 1;
			refresh();
			link.writer().send(answer);
			this.shown.values().forEach((newest) -> send(link, newest.frame()));
			this.links.add(link);
		}
		finally {
			this.lock.unlock();
		}
		if (this.begun.compareAndSet(false, true)) {
			this.threads.every(this.times.tickMillis(), this::tick);
		}
		return true;
	}

	void leave(Link link) {
		this.lock.lock();
		try {
			this.links.remove(link);
			this.count = this.links.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Called by listeners, which must not wait for observers. */
	private void changed() {
		if (this.count > 0 && this.wanted.compareAndSet(false, true)) {
			this.threads.after(0, this::show);
		}
	}

	private void show() {
		this.wanted.set(false);
		this.lock.lock();
		try {
			if (!this.links.isEmpty()) {
				refresh();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Under the lock, so that no observer sees an older view after a newer one. */
	private void refresh() {
		for (String group : this.views.groups()) {
			GroupView now = this.views.view(group);
			Newest before = this.shown.get(group);
			if (this.leaderless.holdBack((before != null) ? before.view() : null, now, System.nanoTime())) {
				this.threads.after(LeaderlessMoments.MILLIS, this::show);
			}
			else if (before == null || !before.view().equals(now)) {
				Frame frame = new Frame(this.codec.encode(new Shown(now)), Kind.REPEATED, group);
				this.shown.put(group, new Newest(now, frame));
				this.links.forEach((link) -> send(link, frame));
			}
		}
	}

	/** A queue that is full drops its oldest frames; the newest one always fits. */
	private static void send(Link link, Frame frame) {
		link.writer().send(frame);
	}

	private void tick() {
		show();
		this.ticks++;
		boolean due = this.ticks % this.times.aliveTicks() == 0;
		Frame alive = new Frame(this.codec.encode(new Alive(this.ticks)), Kind.REPEATED);
		for (Link link : present()) {
			if (link.writer().isStuck() || link.silentMillis() > this.times.silentMillis()) {
				link.abort(CloseReason.UNRELIABLE);
			}
			else if (due) {
				send(link, alive);
			}
		}
	}

	private List<Link> present() {
		this.lock.lock();
		try {
			return List.copyOf(this.links);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Closes all links after what is queued; no other is taken. */
	void retire() {
		this.threads.endTimers();
		this.lock.lock();
		try {
			this.retired = true;
		}
		finally {
			this.lock.unlock();
		}
		present().forEach((link) -> link.part(CloseReason.GOING_AWAY));
	}

	/** Ends the threads. */
	void end() {
		this.threads.end();
	}

	/**
	 * When what happens without any change.
	 *
	 * @param tickMillis the pause between two ticks, which find what no listener tells,
	 * such as a term that rose
	 * @param aliveTicks so many ticks lie between two signs of life, which are nearly all
	 * that observers cost while nothing changes
	 * @param silentMillis an observer that gives no sign of life for longer loses its
	 * link; it gives one three times as often
	 */
	record Times(long tickMillis, int aliveTicks, long silentMillis) {

		static final Times DEFAULT = new Times(1000, 10, 90_000);

	}

	/**
	 * What was sent last of a group.
	 */
	private record Newest(GroupView view, Frame frame) {
	}

}
