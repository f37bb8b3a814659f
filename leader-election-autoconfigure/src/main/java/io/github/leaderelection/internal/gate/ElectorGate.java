package io.github.leaderelection.internal.gate;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Asks the elector of the group. A nested call belongs to the outer call. It runs while
 * the leadership of the outer call is valid, even during a drain. Otherwise running work
 * could not finish.
 */
public final class ElectorGate implements LeaderGate {

	private final Supplier<LeaderElectorRegistry> source;

	private volatile @Nullable LeaderElectorRegistry registry;

	/** Creates a gate that obtains the registry from the source at the first call. */
	public ElectorGate(Supplier<LeaderElectorRegistry> source) {
		this.source = source;
	}

	@Override
	public GroupGate of(String group) {
		return new OfElector(group, registry().elector(group));
	}

	/**
	 * The context of the innermost running call of a group on this thread, or null.
	 */
	public static @Nullable LeadershipContext innermost(String group) {
		LeadershipContext context = LeadershipContextHolder.get();
		Enclosing others = (context instanceof Call call) ? call.enclosing : null;
		while (context != null && !context.group().equals(group)) {
			context = (others != null) ? others.outermost() : null;
			others = (others != null) ? others.next() : null;
		}
		return context;
	}

	private LeaderElectorRegistry registry() {
		LeaderElectorRegistry present = this.registry;
		if (present == null) {
			present = this.source.get();
			this.registry = present;
		}
		return present;
	}

	private record OfElector(String group, LeaderElector elector) implements GroupGate {

		@Override
		public @Nullable Admission admit(String name) {
			LeadershipContext outer = LeadershipContextHolder.get();
			Call running = (outer instanceof Call call) ? running(call) : null;
			Call call = (running != null) ? new Call(outer, running) : begin(outer, name);
			if (call != null) {
				LeadershipContextHolder.set(call);
			}
			return call;
		}

		private @Nullable Call running(Call innermost) {
			Call outermost = innermost.outermost();
			Enclosing others = innermost.enclosing;
			while (!(outermost.group().equals(this.group) && outermost.join())) {
				if (others == null) {
					return null;
				}
				outermost = others.outermost();
				others = others.next();
			}
			return outermost;
		}

		private @Nullable Call begin(@Nullable LeadershipContext outer, String name) {
			LeaderWork work = this.elector.beginWork(name);
			return (work != null) ? new Call(outer, this.elector, work) : null;
		}

		@Override
		public boolean isOpen() {
			Leadership leadership = this.elector.leadership().orElse(null);
			return leadership != null && !leadership.isDraining();
		}

		@Override
		public Rejection whyNot() {
			LeaderInfo leader = this.elector.leader().orElse(null);
			if (this.elector.isLeader()) {
				return new Rejection(Reason.DRAINING, leader);
			}
			return new Rejection((leader != null) ? Reason.FOLLOWER : whyNobody(this.elector.status().quorum()),
					leader);
		}

		@Override
		public ElectionStatus status() {
			return this.elector.status();
		}

		@Override
		public Registration addListener(LeadershipListener listener) {
			return this.elector.addListener(listener);
		}

		private static Reason whyNobody(ElectionStatus.@Nullable Quorum quorum) {
			return (quorum != null && quorum.reachable() < quorum.required()) ? Reason.NOT_ENOUGH_MEMBERS
					: Reason.NO_LEADER;
		}

	}

	/**
	 * The outermost calls of other work around a call, the nearest first. Ended work is
	 * left out: work that passes itself on could make the chain endless.
	 */
	private record Enclosing(Call outermost, @Nullable Enclosing next) {

		static @Nullable Enclosing of(Call outermost, @Nullable Enclosing others, Call whole) {
			Enclosing next = (others != null) ? of(others.outermost, others.next, whole) : null;
			return (outermost != whole && !outermost.hasEnded()) ? new Enclosing(outermost, next) : next;
		}

	}

	/**
	 * A running call and its context. The outermost call holds the work of all nested
	 * calls, including those on other threads. That work ends with the last of these
	 * calls. Each call allocates only this object.
	 */
	private static final class Call implements Admission, LeadershipContext {

		private static final AtomicIntegerFieldUpdater<Call> PARTS = AtomicIntegerFieldUpdater.newUpdater(Call.class,
				"parts");

		/** The context of the thread before this call, null once this call has left. */
		private @Nullable LeadershipContext before;

		private final @Nullable Enclosing enclosing;

		/** The outermost call, null if this call is the outermost. */
		private final @Nullable Call whole;

		private final LeaderElector elector;

		private final LeaderWork work;

		/**
		 * In the outermost call: the number of running calls minus one. No initializer,
		 * because the assignment would cost each call a memory fence.
		 */
		private volatile int parts;

		private Call(@Nullable LeadershipContext outer, LeaderElector elector, LeaderWork work) {
			this.before = outer;
			this.whole = null;
			this.enclosing = enclosing(outer, this);
			this.elector = elector;
			this.work = work;
		}

		private Call(@Nullable LeadershipContext outer, Call whole) {
			this.before = outer;
			this.whole = whole;
			this.enclosing = enclosing(outer, whole);
			this.elector = whole.elector;
			this.work = whole.work;
		}

		private static @Nullable Enclosing enclosing(@Nullable LeadershipContext outer, Call whole) {
			return (outer instanceof Call call) ? Enclosing.of(call.outermost(), call.enclosing, whole) : null;
		}

		private Call outermost() {
			return (this.whole != null) ? this.whole : this;
		}

		/**
		 * Joins the work; false if the work has ended, possibly on another thread.
		 */
		private boolean join() {
			int present = this.parts;
			while (present >= 0 && this.work.leadership().isValid()) {
				if (PARTS.compareAndSet(this, present, present + 1)) {
					return true;
				}
				present = this.parts;
			}
			return false;
		}

		private boolean hasEnded() {
			return this.parts < 0;
		}

		@Override
		public void left() {
			LeadershipContextHolder.set(this.before);
			this.before = null;
		}

		@Override
		public void ended() {
			if (PARTS.decrementAndGet(outermost()) < 0) {
				this.work.close();
			}
		}

		@Override
		public String group() {
			return this.work.leadership().group();
		}

		@Override
		public long fencingToken() {
			return this.work.leadership().fencingToken();
		}

		@Override
		public boolean isStillLeader() {
			return this.work.leadership().isValid();
		}

		@Override
		public void checkStillLeader() {
			if (!isStillLeader()) {
				throw new NotLeaderException(group(), "work under fencing token " + fencingToken(), Reason.REVOKED,
						this.elector.leader().orElse(null));
			}
		}

		@Override
		public Registration onRevocation(Runnable action) {
			return OnRevocation.register(this.elector, this.work.leadership(), action);
		}

	}

}
