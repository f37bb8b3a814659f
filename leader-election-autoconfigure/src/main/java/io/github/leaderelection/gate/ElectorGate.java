package io.github.leaderelection.gate;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Asks the elector of the group. A call made in the course of one that runs belongs to
 * it: it runs though nothing new is admitted any more, as long as the grant of the outer
 * one is valid. Otherwise work that is awaited could not be finished.
 */
public final class ElectorGate implements LeaderGate {

	private final Supplier<LeaderElectorRegistry> source;

	private volatile @Nullable LeaderElectorRegistry registry;

	/**
	 * Makes a gate.
	 * @param source gives the electors, asked at the first call
	 */
	public ElectorGate(Supplier<LeaderElectorRegistry> source) {
		this.source = source;
	}

	@Override
	public @Nullable Admission admit(String group) {
		LeadershipContext outer = LeadershipContextHolder.get();
		SharedWork work = running(outer, group);
		if (work == null) {
			work = begin(group);
		}
		if (work == null) {
			return null;
		}
		Call call = new Call(work, outer);
		LeadershipContextHolder.set(call);
		return call;
	}

	@Override
	public WhyNot whyNot(String group) {
		LeaderElector elector = registry().elector(group);
		LeaderInfo leader = elector.leader().orElse(null);
		if (elector.isLeader()) {
			return new WhyNot(Reason.DRAINING, leader);
		}
		return new WhyNot((leader != null) ? Reason.FOLLOWER : whyNobody(elector.status().quorum()), leader);
	}

	private static Reason whyNobody(ElectionStatus.@Nullable Quorum quorum) {
		return (quorum != null && quorum.reachable() < quorum.required()) ? Reason.NOT_ENOUGH_MEMBERS
				: Reason.NO_LEADER;
	}

	private static @Nullable SharedWork running(@Nullable LeadershipContext innermost, String group) {
		LeadershipContext context = innermost;
		while (context instanceof Call call) {
			if (call.group().equals(group) && call.work.join()) {
				return call.work;
			}
			context = call.outer;
		}
		return null;
	}

	private @Nullable SharedWork begin(String group) {
		LeaderElector elector = registry().elector(group);
		LeaderWork work = elector.beginWork();
		return (work != null) ? new SharedWork(elector, work) : null;
	}

	private LeaderElectorRegistry registry() {
		LeaderElectorRegistry present = this.registry;
		if (present == null) {
			present = this.source.get();
			this.registry = present;
		}
		return present;
	}

	/**
	 * A call that runs on a thread, and what those in its course may ask.
	 */
	private static final class Call implements Admission, LeadershipContext {

		private final SharedWork work;

		private final @Nullable LeadershipContext outer;

		private Call(SharedWork work, @Nullable LeadershipContext outer) {
			this.work = work;
			this.outer = outer;
		}

		@Override
		public void left() {
			LeadershipContextHolder.set(this.outer);
		}

		@Override
		public void ended() {
			this.work.leave();
		}

		private Leadership leadership() {
			return this.work.work.leadership();
		}

		@Override
		public String group() {
			return leadership().group();
		}

		@Override
		public long fencingToken() {
			return leadership().fencingToken();
		}

		@Override
		public boolean isStillLeader() {
			return leadership().isValid();
		}

		@Override
		public void checkStillLeader() {
			if (!isStillLeader()) {
				throw new NotLeaderException(group(), "work under fencing token " + fencingToken(), Reason.REVOKED,
						this.work.elector.leader().orElse(null));
			}
		}

		@Override
		public Registration onRevocation(Runnable action) {
			return OnRevocation.register(this.work.elector, leadership(), action);
		}

	}

	/**
	 * Work of a call and of those made in its course, on other threads too; it ends with
	 * the last of them.
	 */
	private static final class SharedWork {

		private final LeaderElector elector;

		private final LeaderWork work;

		private final AtomicInteger users = new AtomicInteger(1);

		private SharedWork(LeaderElector elector, LeaderWork work) {
			this.elector = elector;
			this.work = work;
		}

		/**
		 * Not once the work has ended, which a thread that was handed it may not know.
		 */
		boolean join() {
			int present = this.users.get();
			while (present > 0 && this.work.leadership().isValid()) {
				if (this.users.compareAndSet(present, present + 1)) {
					return true;
				}
				present = this.users.get();
			}
			return false;
		}

		void leave() {
			if (this.users.decrementAndGet() == 0) {
				this.work.close();
			}
		}

	}

}
