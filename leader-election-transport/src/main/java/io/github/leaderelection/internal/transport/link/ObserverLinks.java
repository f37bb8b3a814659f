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
 * Holds the links with observers, in a bounded number of places. Each changed view is
 * encoded once and sent to all observers. Own threads serve these links, so observers do
 * not delay members. Safe for use from any thread.
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

	/** The ticks so far. Only the timer's thread uses it. */
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

	/** Runs the writes to observers. */
	Executor writers() {
		return this.threads;
	}

	int count() {
		return this.count;
	}

	/**
	 * Gives an observer a place, answers its greeting and sends it the views of all
	 * groups. A link leaves its place under the lock, after it has ended. So a link that
	 * has not ended here will still free its place.
	 * @return false if all places are taken or the link has ended
	 */
	boolean admit(Link link, Frame answer) {
		this.lock.lock();
		try {
			if (this.retired || link.isEnded() || this.links.size() >= this.places) {
				return false;
			}
			// From here on a change schedules an update, as refresh() may already have
			// read its group.
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

	/** Schedules an update. Listeners call this and must not wait for observers. */
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

	/** Sends changed views. The lock keeps older views from following newer ones. */
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

	/** Closes all links once their queued frames are written, and admits no others. */
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
	 * The periods of ticks and signs of life.
	 *
	 * @param tickMillis the pause between two ticks, which find changes that no listener
	 * reports, such as a risen term
	 * @param aliveTicks the ticks between two signs of life, which are nearly the whole
	 * cost of observers while nothing changes
	 * @param silentMillis the silence after which an observer loses its link; observers
	 * give three signs of life in that time
	 */
	record Times(long tickMillis, int aliveTicks, long silentMillis) {

		static final Times DEFAULT = new Times(1000, 10, 90_000);

	}

	/**
	 * The view of a group that was sent last.
	 */
	private record Newest(GroupView view, Frame frame) {
	}

}
