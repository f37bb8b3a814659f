package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.flapping.Silences;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.listener.ListenerDispatch;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Publishes one group's leadership to readers and its leader to listeners. Readers take
 * no lock. Changes take a short lock, only so that listeners hear them in order though
 * loop and watchdog race. The thread that takes the leadership out of the reference
 * reports its end.
 */
public final class LeadershipPublisher {

	private final AtomicReference<@Nullable PublishedLeadership> current = new AtomicReference<>();

	private final ReentrantLock telling = new ReentrantLock();

	private final Supplier<NodeId> self;

	private final NodeClock clock;

	private final ListenerDispatch dispatch;

	private final RunningWork running;

	private final LeadershipLog log;

	private volatile ToldLeader known;

	private volatile boolean admitting = true;

	/** Returns why a lease was not renewed, null if unknown. */
	private volatile Supplier<@Nullable String> expiry = () -> null;

	/** Null before the first start. */
	private volatile @Nullable Silences silences;

	public LeadershipPublisher(String group, Supplier<NodeId> self, NodeClock clock, ListenerDispatch dispatch,
			RunningWork running, Logger logger) {
		this.self = self;
		this.clock = clock;
		this.dispatch = dispatch;
		this.running = running;
		this.log = new LeadershipLog(group, self, logger);
		this.known = new ToldLeader(null, clock.monotonicNanos(), LeadershipHistory.EMPTY);
	}

	public AtomicReference<@Nullable PublishedLeadership> current() {
		return this.current;
	}

	/** Sets the source of reasons why a lease was not renewed; called on any thread. */
	public void explainExpiry(Supplier<@Nullable String> why) {
		this.expiry = why;
	}

	/** Sets the silences of other leaders; they are asked on any thread. */
	public void measure(Silences heard) {
		this.silences = heard;
	}

	/** Returns the work under this leadership and under earlier ones. */
	public RunningWork running() {
		return this.running;
	}

	/** The leadership if it is valid now. */
	public @Nullable PublishedLeadership valid() {
		PublishedLeadership grant = this.current.get();
		return (grant != null && grant.valid()) ? grant : null;
	}

	public ToldLeader known() {
		return this.known;
	}

	/** Sets whether work is admitted at all; the leadership goes on either way. */
	public void admit(boolean work) {
		this.admitting = work;
	}

	/** Admits work under the leadership if it is valid now. */
	public @Nullable LeaderWork beginWork(String name) {
		PublishedLeadership grant = this.current.get();
		if (grant == null || !this.admitting) {
			return null;
		}
		long now = this.clock.monotonicNanos();
		return grant.valid(now) ? grant.leadership().beginWork(name, now) : null;
	}

	/** Makes a leadership visible, then notifies listeners. */
	public void publish(PublishedLeadership grant, @Nullable String url) {
		LeaderInfo leader = new LeaderInfo(this.self.get(), url, grant.term(), grant.fencingToken(), true);
		Now now = this.clock.now();
		this.telling.lock();
		try {
			this.current.set(grant);
			this.dispatch.queueGranted(grant.leadership());
			know(leader, now);
		}
		finally {
			this.telling.unlock();
		}
		this.log.leads(grant.term(), grant.fencingToken());
		this.dispatch.deliver();
	}

	/**
	 * Extends the lease of the leadership, unless it ended: an ended lease is never
	 * extended. Never shortens it.
	 */
	public boolean renew(long fencingToken, long term, Lease lease) {
		PublishedLeadership grant = this.current.get();
		while (grant != null && grant.fencingToken() == fencingToken && grant.valid()) {
			boolean longer = lease.endNanos() - grant.lease().endNanos() > 0;
			if (!longer && term <= grant.term()) {
				return true;
			}
			Lease later = longer ? lease : grant.lease();
			PublishedLeadership renewed = new PublishedLeadership(grant.leadership(), Math.max(term, grant.term()),
					later);
			if (this.current.compareAndSet(grant, renewed)) {
				grant.leadership().raiseTerm(renewed.term());
				return true;
			}
			grant = this.current.get();
		}
		return false;
	}

	/** Ends the leadership. Of all calls exactly one succeeds and notifies listeners. */
	public boolean end(long fencingToken, RevocationReason reason) {
		Now now = this.clock.now();
		PublishedLeadership ended;
		this.telling.lock();
		try {
			ended = take(fencingToken);
			if (ended == null) {
				return false;
			}
			GrantedLeadership leadership = ended.leadership();
			leadership.end(now.monotonicNanos());
			this.dispatch.queueRevoked(leadership, reason);
			LeaderInfo leader = this.known.leader();
			if (leader != null && leader.id().equals(this.self.get())) {
				forget(now, reason);
			}
		}
		finally {
			this.telling.unlock();
		}
		this.log.ended(fencingToken, reason, (reason == RevocationReason.LEASE_EXPIRED) ? this.expiry.get() : null);
		if (ended.leadership().isDrainUnheard()) {
			this.log.outlivedByListeners(fencingToken, reason);
		}
		this.dispatch.deliver();
		if (!ended.leadership().isDrained()) {
			// Work still in the table after a drain was refused and is about to leave.
			this.running.outlive(ended.leadership(), reason, now.monotonicNanos());
		}
		return true;
	}

	/**
	 * Admits no more work under a leadership, and notifies listeners unless it has ended.
	 * The drain awaits the listeners.
	 */
	public void drain(GrantedLeadership leadership) {
		if (leadership.isDraining()) {
			return;
		}
		leadership.drain();
		this.telling.lock();
		try {
			PublishedLeadership grant = this.current.get();
			if (grant == null || grant.leadership() != leadership) {
				leadership.drainHeard();
				return;
			}
			this.dispatch.queueDraining(leadership, leadership::drainHeard);
		}
		finally {
			this.telling.unlock();
		}
		this.dispatch.deliver();
	}

	private @Nullable PublishedLeadership take(long fencingToken) {
		PublishedLeadership grant = this.current.get();
		while (grant != null && grant.fencingToken() == fencingToken) {
			if (this.current.compareAndSet(grant, null)) {
				return grant;
			}
			grant = this.current.get();
		}
		return null;
	}

	/** Follows another leader. */
	public void follow(LeaderInfo leader) {
		Now now = this.clock.now();
		boolean changed;
		this.telling.lock();
		try {
			changed = know(leader, now);
		}
		finally {
			this.telling.unlock();
		}
		if (changed) {
			this.log.follows(leader);
			this.dispatch.deliver();
		}
	}

	/** Forgets the known leader, if any. */
	public void lose() {
		Now now = this.clock.now();
		LeaderInfo lost;
		this.telling.lock();
		try {
			lost = this.known.leader();
			if (lost == null) {
				return;
			}
			forget(now, null);
		}
		finally {
			this.telling.unlock();
		}
		this.log.knowsNobody(lost);
		this.dispatch.deliver();
	}

	/** Restarts the time without a leader. */
	public void restartLeaderless() {
		long monotonicNanos = this.clock.monotonicNanos();
		this.telling.lock();
		try {
			this.known = new ToldLeader(this.known.leader(), monotonicNanos, this.known.history());
		}
		finally {
			this.telling.unlock();
		}
	}

	private boolean know(LeaderInfo leader, Now now) {
		ToldLeader before = this.known;
		if (before.names(leader)) {
			this.known = new ToldLeader(leader, before.leaderlessSinceNanos(), before.history());
			return false;
		}
		this.known = new ToldLeader(leader, now.monotonicNanos(),
				before.history().begin(leader, now, silence(true, now)));
		this.dispatch.queueLeaderChanged(leader);
		return true;
	}

	private @Nullable Duration silence(boolean succeeded, Now now) {
		LeaderInfo ended = this.known.leader();
		Silences heard = this.silences;
		return (ended != null && heard != null) ? heard.silence(ended.id(), succeeded, now.monotonicNanos()) : null;
	}

	private void forget(Now now, @Nullable RevocationReason reason) {
		this.known = new ToldLeader(null, now.monotonicNanos(),
				this.known.history().end(now, reason, silence(false, now)));
		this.dispatch.queueLeaderChanged(null);
	}

}
