package io.github.leaderelection.gate;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Asks the elector of the group. A call made in the course of one that runs belongs to
 * it: it runs though nothing new is admitted any more, as long as the grant of the outer
 * one is valid. Otherwise work that is awaited could not be finished.
 */
public final class ElectorGate implements LeaderGate {

	private final Supplier<LeaderElectorRegistry> source;

	private final ThreadLocal<@Nullable Call> calls = new ThreadLocal<>();

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
		Call outer = this.calls.get();
		SharedWork work = running(outer, group);
		if (work == null) {
			work = begin(group);
		}
		if (work == null) {
			return null;
		}
		Call call = new Call(group, work, outer);
		this.calls.set(call);
		return call;
	}

	@Override
	public WhyNot whyNot(String group) {
		LeaderElector elector = registry().elector(group);
		LeaderInfo leader = elector.leader().orElse(null);
		Reason reason = elector.isLeader() ? Reason.DRAINING : (leader != null) ? Reason.FOLLOWER : Reason.NO_LEADER;
		return new WhyNot(reason, leader);
	}

	private static @Nullable SharedWork running(@Nullable Call innermost, String group) {
		for (Call call = innermost; call != null; call = call.outer) {
			if (call.group.equals(group) && call.work.join()) {
				return call.work;
			}
		}
		return null;
	}

	private @Nullable SharedWork begin(String group) {
		LeaderWork work = registry().elector(group).beginWork();
		return (work != null) ? new SharedWork(work) : null;
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
	 * A call that runs on a thread.
	 */
	private final class Call implements Admission {

		private final String group;

		private final SharedWork work;

		private final @Nullable Call outer;

		private Call(String group, SharedWork work, @Nullable Call outer) {
			this.group = group;
			this.work = work;
			this.outer = outer;
		}

		@Override
		public void left() {
			if (this.outer != null) {
				ElectorGate.this.calls.set(this.outer);
			}
			else {
				ElectorGate.this.calls.remove();
			}
		}

		@Override
		public void ended() {
			this.work.leave();
		}

	}

	/**
	 * Work of a call and of those made in its course; it ends with the last of them.
	 */
	private static final class SharedWork {

		private final LeaderWork work;

		private final AtomicInteger users = new AtomicInteger(1);

		private SharedWork(LeaderWork work) {
			this.work = work;
		}

		/** To be called while the work has not ended. */
		boolean join() {
			if (!this.work.leadership().isValid()) {
				return false;
			}
			this.users.incrementAndGet();
			return true;
		}

		void leave() {
			if (this.users.decrementAndGet() == 0) {
				this.work.close();
			}
		}

	}

}
