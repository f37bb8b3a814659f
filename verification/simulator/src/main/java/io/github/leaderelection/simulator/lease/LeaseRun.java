package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.lease.LeaseProcess.Clocks;
import io.github.leaderelection.simulator.time.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * A random run: instances, a store and faults, all of which follow from the seed. A phase
 * with everything on is followed by one in which nothing goes wrong, and somebody leads.
 */
public final class LeaseRun {

	private static final long MILLI = RandomStore.MILLI;

	private static final long WALL = 1_790_000_000_000L;

	private static final double DRIFT = 0.05;

	private static final long SHORT_LEASE = 5_000 * MILLI;

	private static final long LONG_LEASE = 10_000 * MILLI;

	private static final long RETRY = 500 * MILLI;

	/** With its spread, and doubled after failures. */
	private static final long MOST_RETRY = 2 * RETRY * 6 / 5;

	/** How long a request is waited for that was lost before. */
	private static final long UNANSWERED = LONG_LEASE / 5 * 4 / 5;

	private static final long ANSWER = 10 * MILLI;

	private static final int DISTURBANCES = 60;

	private final VirtualTime time = new VirtualTime();

	private final SplittableRandom random;

	private final Losing losing;

	private final LeaseJudge judge;

	private final RandomStore store;

	private final boolean mixedLeases;

	private final List<Member> members = new ArrayList<>();

	private final List<LeaseProcess> twins = new ArrayList<>();

	private LeaseRun(long seed, Consumer<String> out) {
		this.random = new SplittableRandom(seed);
		Consumer<String> trace = (line) -> out.accept(this.time.now() / MILLI + " ms  " + line);
		this.losing = Losing.values()[this.random.nextInt(Losing.values().length)];
		this.judge = new LeaseJudge(trace, this::recentLosses);
		boolean ownClock = this.losing != Losing.NOTHING || this.random.nextBoolean();
		this.store = new RandomStore(this.time, this.random.split(), ownClock, WALL, trace);
		if (!ownClock) {
			this.store.struck(StoreFault.NO_STORE_CLOCK);
		}
		int count = 2 + this.random.nextInt(4);
		boolean mixed = this.random.nextInt(3) == 0;
		for (int i = 0; i < count; i++) {
			long lease = (mixed && this.random.nextBoolean()) ? SHORT_LEASE : LONG_LEASE;
			ElectionSettings settings = ElectionSettings.of("c", "g", NodeId.of("n" + i), List.of(NodeId.of("n" + i)))
				.leaseNanos(lease)
				.heartbeatNanos(lease / 5)
				.maxClockDrift(DRIFT)
				.drainNanos(lease / 4)
				.build();
			this.members.add(new Member(settings, clocks()));
		}
		this.mixedLeases = this.members.stream().mapToLong((each) -> each.settings.leaseNanos()).distinct().count() > 1;
		if (this.mixedLeases) {
			this.store.struck(StoreFault.MIXED_LEASES);
		}
		DoubleSummaryStatistics rates = this.members.stream()
			.mapToDouble((each) -> each.clocks.rate)
			.summaryStatistics();
		if (rates.getMax() - rates.getMin() > DRIFT) {
			this.store.struck(StoreFault.CLOCK_RATES);
		}
	}

	private long recentLosses() {
		return this.store.lossesSince(this.time.now() - LONG_LEASE);
	}

	private Clocks clocks() {
		// twice as far as each may be off from the other
		double rate = 1 - DRIFT + 0.001 + (2 * DRIFT - 0.002) * this.random.nextDouble();
		return new Clocks(rate, WALL + this.random.nextInt(7_200_000) - 3_600_000);
	}

	/**
	 * Runs a seed.
	 * @param seed the seed
	 * @return what came of it
	 */
	public static LeaseOutcome of(long seed) {
		return of(seed, (line) -> {
		});
	}

	/**
	 * Runs a seed, and tells what happens.
	 * @param seed the seed
	 * @param out told of each fault, write, grant and revocation
	 * @return what came of it
	 */
	public static LeaseOutcome of(long seed, Consumer<String> out) {
		LeaseRun run = new LeaseRun(seed, out);
		String broken = null;
		try {
			run.run();
		}
		catch (BrokenPromise ex) {
			broken = run.time.now() / MILLI + " ms: " + ex.getMessage();
		}
		return new LeaseOutcome(seed, run.store.faults(), run.judge.grants(), run.members.size(), run.time.now(),
				run.judge.most(), broken);
	}

	private void run() {
		this.members.forEach(Member::start);
		for (int i = 0; i < DISTURBANCES; i++) {
			pass((long) (this.random.nextDouble() * LONG_LEASE));
			disturb();
		}
		heal();
		// what was sent before may still arrive late
		pass(Math.max(0, this.store.quietAt() - this.time.now()));
		awaitLeader(LONG_LEASE + 2 * MOST_RETRY + UNANSWERED + 4 * ANSWER);
		pass(3 * LONG_LEASE);
		if (this.members.stream().noneMatch(Member::leads)) {
			throw new BrokenPromise("L2: nobody leads although nothing goes wrong");
		}
		this.members.forEach(Member::checkFollows);
	}

	private void heal() {
		this.store.heal();
		this.twins.forEach((twin) -> {
			if (twin.isUp()) {
				twin.die();
			}
		});
		long longest = this.members.stream().mapToLong(Member::heal).max().orElse(0);
		pass(longest);
		this.members.forEach(Member::heal);
	}

	private void awaitLeader(long within) {
		long end = this.time.now() + within;
		while (this.members.stream().noneMatch(Member::leads)) {
			if (this.time.now() >= end) {
				throw new BrokenPromise("L1: nobody leads " + within / MILLI + " ms after the last fault");
			}
			pass(20 * MILLI);
		}
	}

	private void pass(long span) {
		this.time.passUntil(() -> {
			this.judge.check();
			return false;
		}, span);
	}

	private void disturb() {
		Member member = this.members.get(this.random.nextInt(this.members.size()));
		switch (this.random.nextInt(14)) {
			case 0 -> member.crash();
			case 1, 2 -> member.pause((long) (this.random.nextDouble() * 2 * LONG_LEASE));
			case 3 -> this.members.forEach(Member::resign);
			case 4 -> this.members.forEach((each) -> each.transfer(member.settings.self()));
			case 5 -> member.eligible(this.random.nextBoolean());
			case 6 -> lose();
			case 7 -> this.store.away((long) (this.random.nextDouble() * 2 * LONG_LEASE));
			case 8 -> this.store.slow((long) (this.random.nextDouble() * 2 * LONG_LEASE));
			case 9 ->
				this.store.stepClock(this.random.nextInt(20_000) - ((this.losing == Losing.NOTHING) ? 10_000 : 0));
			case 10 -> member.stepClock(this.random.nextInt(20_000) - 10_000);
			case 11 -> member.twin();
			case 12 -> member.stop();
			default -> member.start();
		}
	}

	private void lose() {
		switch (this.losing) {
			case NOTHING -> this.store.stepClock(-this.random.nextInt(3_600_000));
			case THE_RECORD -> delete();
			case WHAT_WAS_ACKNOWLEDGED -> {
				switch (this.random.nextInt(3)) {
					case 0 -> delete();
					case 1 -> this.store.restore();
					default -> this.store.failOver();
				}
			}
		}
	}

	/** Who makes the record anew need not know for how long the former one counted. */
	private void delete() {
		this.store.delete();
		if (this.mixedLeases) {
			this.store.lost();
		}
	}

	/**
	 * What the store of a run may lose. Where it loses anything its clock does not fall
	 * behind what it has shown: tokens rise by that.
	 */
	private enum Losing {

		NOTHING, THE_RECORD, WHAT_WAS_ACKNOWLEDGED

	}

	/**
	 * One instance, however often it starts.
	 */
	private final class Member {

		private final ElectionSettings settings;

		private final Clocks clocks;

		private @Nullable LeaseProcess process;

		private long pausedUntil;

		private boolean ineligible;

		private boolean stopping;

		Member(ElectionSettings settings, Clocks clocks) {
			this.settings = settings;
			this.clocks = clocks;
		}

		void start() {
			if (this.process == null || !this.process.isUp()) {
				this.stopping = false;
				this.process = started(this.clocks);
			}
		}

		private LeaseProcess started(Clocks by) {
			LeaseProcess fresh = new LeaseProcess(LeaseRun.this.time, this.settings, by, LeaseRun.this.store,
					LeaseRun.this.judge, LeaseRun.this.random.split(), RETRY);
			LeaseRun.this.judge.add(fresh);
			fresh.start();
			return fresh;
		}

		boolean leads() {
			return this.process != null && this.process.leads();
		}

		private void up(StoreFault fault, Consumer<LeaseProcess> then) {
			LeaseProcess present = this.process;
			if (present != null && present.isUp()) {
				LeaseRun.this.store.struck(fault);
				then.accept(present);
			}
		}

		/** Whoever is up knows who leads. */
		void checkFollows() {
			LeaseProcess present = this.process;
			boolean knows = present != null && present.elector()
				.leader()
				.filter((leader) -> LeaseRun.this.members.stream()
					.anyMatch((each) -> each.leads() && each.settings.self().equals(leader.id())))
				.isPresent();
			if (!knows) {
				throw new BrokenPromise("who leads is known: " + this.settings.self() + " does not know it");
			}
		}

		void crash() {
			up(StoreFault.CRASH, LeaseProcess::die);
			if (LeaseRun.this.random.nextBoolean()) {
				start();
			}
		}

		void pause(long span) {
			up(StoreFault.PAUSE, (present) -> present.pause(span));
			this.pausedUntil = LeaseRun.this.time.now() + span;
		}

		void resign() {
			if (leads()) {
				up(StoreFault.RESIGNED, (present) -> present.in(() -> present.elector().resign()));
			}
		}

		void transfer(NodeId to) {
			if (leads() && !to.equals(this.settings.self())) {
				up(StoreFault.RESIGNED, (present) -> present.in(() -> present.elector().transferTo(to)));
			}
		}

		void eligible(boolean is) {
			up(StoreFault.INELIGIBLE, (present) -> present.in(() -> {
				this.ineligible = !is;
				if (is) {
					present.elector().eligibility().resume();
				}
				else {
					present.elector().eligibility().pause();
				}
			}));
		}

		void stepClock(long millis) {
			LeaseRun.this.store.struck(StoreFault.WALL_CLOCK);
			this.clocks.wallOffset += millis;
		}

		void twin() {
			LeaseRun.this.store.struck(StoreFault.TWIN);
			LeaseRun.this.twins.add(started(clocks()));
		}

		void stop() {
			up(StoreFault.STOP, (present) -> {
				this.stopping = true;
				present.stop();
			});
		}

		/** How long it takes until it has come back. */
		long heal() {
			long left = Math.max(0, this.pausedUntil - LeaseRun.this.time.now());
			if (left == 0) {
				if (this.stopping && this.process != null && this.process.isUp()) {
					this.process.die();
				}
				start();
				LeaseProcess present = this.process;
				if (present != null && this.ineligible) {
					this.ineligible = false;
					present.in(() -> present.elector().eligibility().resume());
				}
			}
			return left + 1;
		}

	}

}
