package io.github.leaderelection.simulator.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.lease.LeaseOptions;
import io.github.leaderelection.internal.lease.LeaseProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.ElectionLoop;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.NoTransport;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.simulator.beside.ApplicationHost;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * One start of an instance: the event loop that ships, with clocks of its own. While it
 * stands still all that would run in it waits.
 */
final class LeaseProcess implements NodeClock, ApplicationHost {

	private final VirtualTime time;

	private final Clocks clocks;

	private final LeaseJudge judge;

	private final NodeId id;

	private final GroupElector elector;

	private final ElectionLoop loop;

	private final RandomStore.Link link;

	private final Deque<Runnable> waiting = new ArrayDeque<>();

	private long pausedUntil;

	private long wakeAt = Long.MAX_VALUE;

	private boolean gone;

	private boolean running;

	/**
	 * The clocks of an instance, which go on while no process of it runs. While its
	 * machine is suspended the monotonic one stands still.
	 */
	static final class Clocks {

		final double rate;

		long wallOffset;

		private long suspendedAt;

		private long awakeAt;

		private long missed;

		Clocks(double rate, long wallOffset) {
			this.rate = rate;
			this.wallOffset = wallOffset;
		}

		boolean isSuspended(long now) {
			return now < this.awakeAt;
		}

		/**
		 * The machine is suspended, and was not before.
		 * @param backMillis by how much its wall clock has fallen back once it is awake
		 */
		void suspend(long now, long span, long backMillis) {
			this.suspendedAt = now;
			this.awakeAt = now + span;
			this.missed += span;
			this.wallOffset -= backMillis;
		}

		private long monotonicNanos(long now) {
			long missedNow = isSuspended(now) ? this.missed - (this.awakeAt - now) : this.missed;
			return (long) ((now - missedNow) * this.rate);
		}

		private long trueTimeOf(long nanos) {
			return (long) (nanos / this.rate) + this.missed + 1;
		}

	}

	LeaseProcess(VirtualTime time, ElectionSettings settings, Clocks clocks, RandomStore store, LeaseJudge judge,
			SplittableRandom random, LeaseOptions options, Function<LeaseProcess, List<ExtensionFactory>> guests) {
		this.time = time;
		this.clocks = clocks;
		this.judge = judge;
		this.id = settings.self();
		LeaseProtocol protocol = new LeaseProtocol((same) -> options);
		this.elector = new GroupElector(GroupIdentity.of(protocol.name(), settings), this, ElectorOptions.DEFAULTS);
		this.elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				judge.granted(LeaseProcess.this, leadership.fencingToken());
			}

			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				judge.revoked(LeaseProcess.this, leadership.fencingToken());
			}

		});
		this.link = store.link(this::in, this::wallMillis);
		LoopEnvironment environment = new LoopEnvironment(this, random::nextLong, new NoTransport(), Runnable::run,
				Runnable::run, Runnable::run, this::watch, Runnable::run, this::wake);
		List<ExtensionFactory> extensions = guests.apply(this);
		extensions.forEach((each) -> each.keptIn(this.link));
		GroupSpec<?, ?> spec = new GroupSpec<>(protocol, settings, new InMemoryBallotStore(), (member) -> null, null,
				false, this.link, extensions);
		this.loop = new ElectionLoop(environment, List.of(spec), Map.of(settings.group(), this.elector));
	}

	void start() {
		this.loop.start();
		run();
	}

	NodeId id() {
		return this.id;
	}

	@Override
	public String worker() {
		return this.id.value();
	}

	@Override
	public NodeClock clock() {
		return this;
	}

	@Override
	public long ahead() {
		return Math.max(0, this.pausedUntil - this.time.now());
	}

	@Override
	public boolean isThere() {
		return !this.gone;
	}

	@Override
	public boolean isRunning() {
		return isThere();
	}

	/** Also while it stands still; nobody can ask on a suspended machine. */
	@Override
	public boolean canAnswer() {
		return !this.gone && !this.clocks.isSuspended(this.time.now());
	}

	@Override
	public LeaderElector elector() {
		return this.elector;
	}

	/**
	 * As whoever asks it is answered, also while it stands still; while its machine is
	 * suspended nobody can.
	 */
	boolean leads() {
		return canAnswer() && this.elector.isLeader();
	}

	/** What becomes of its requests from now on. */
	void requests(Function<LeaseStore.Request, @Nullable RequestFault> fate) {
		this.link.fate(fate);
	}

	/** A request that it sent arrives once more. */
	void repeat(LeaseStore.Request request) {
		this.link.repeat(request);
	}

	/** Work of the leader, for a while; none if this node does not lead. */
	void work(long span) {
		LeaderWork work = this.elector.beginWork();
		if (work != null) {
			this.time.at(this.time.now() + span, () -> in(work::close));
		}
	}

	/** The fencing token it leads under, 0 if it does not. */
	long token() {
		return leads() ? this.elector.leadership().map(Leadership::fencingToken).orElse(0L) : 0;
	}

	/** Whether it leads longer than by anything that the store has done for it. */
	boolean outlivesItsWrites() {
		return leads() && !holds();
	}

	/** Whether anything that the store has done for it still counts. */
	boolean holds() {
		return this.time.now() <= this.link.countsUntil();
	}

	boolean isUp() {
		return !this.gone;
	}

	void die() {
		this.gone = true;
		this.judge.died(this);
	}

	void stop() {
		this.loop.stop();
		in(() -> {
		});
	}

	/**
	 * The machine is suspended.
	 * @param backMillis by how much its wall clock falls back meanwhile
	 */
	void suspend(long span, long backMillis) {
		if (!this.clocks.isSuspended(this.time.now())) {
			this.clocks.suspend(this.time.now(), span, backMillis);
			pause(span);
		}
	}

	void pause(long span) {
		this.pausedUntil = Math.max(this.pausedUntil, this.time.now() + span);
		this.time.at(this.pausedUntil, () -> in(() -> {
		}));
	}

	/** Does something in this process, once it does not stand still. */
	@Override
	public void in(Runnable task) {
		if (this.gone) {
			return;
		}
		this.waiting.add(task);
		if (this.time.now() < this.pausedUntil || this.running) {
			return;
		}
		this.running = true;
		for (Runnable next = this.waiting.poll(); next != null; next = this.waiting.poll()) {
			next.run();
		}
		this.running = false;
		run();
	}

	private void run() {
		long due = this.loop.runPending();
		if (this.loop.isStopped()) {
			this.gone = true;
			return;
		}
		if (due != Long.MAX_VALUE) {
			wakeAt(trueTimeOf(due));
		}
	}

	private void wakeAt(long when) {
		if (when < this.wakeAt) {
			this.wakeAt = when;
			this.time.at(when, () -> {
				if (this.wakeAt == when) {
					this.wakeAt = Long.MAX_VALUE;
					in(() -> {
					});
				}
			});
		}
	}

	private void wake() {
		this.time.at(this.time.now(), () -> in(() -> {
		}));
	}

	private void watch(long at, Runnable check) {
		this.time.at(trueTimeOf(at), () -> in(() -> {
			if (monotonicNanos() - at < 0) {
				watch(at, check);
			}
			else {
				check.run();
			}
		}));
	}

	private long trueTimeOf(long nanos) {
		return Math.max(this.time.now(), this.clocks.trueTimeOf(nanos));
	}

	@Override
	public long monotonicNanos() {
		return this.clocks.monotonicNanos(this.time.now());
	}

	@Override
	public long wallMillis() {
		return this.clocks.wallOffset + this.time.now() / RandomStore.MILLI;
	}

	@Override
	public String toString() {
		return this.id.value() + "@" + Integer.toHexString(this.judge.number(this));
	}

}
