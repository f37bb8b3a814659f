package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lease.LeaseOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.assignment.AssignmentRun;
import io.github.leaderelection.simulator.beside.FencedLeases;
import io.github.leaderelection.simulator.beside.LeaseBeside;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.invariant.Violation;
import io.github.leaderelection.simulator.lease.LeaseProcess.Clocks;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A random run: instances, a store and faults, all of which follow from the seed. A phase
 * with everything on is followed by one in which nothing goes wrong, and somebody leads.
 */
public final class LeaseRun {

	private static final long MILLI = RandomStore.MILLI;

	private static final long WALL = 1_790_000_000_000L;

	private static final double DRIFT = 0.05;

	/** Of those that were told a larger bound. */
	private static final double LARGER_DRIFT = 0.1;

	/** No clock of a run comes near. */
	private static final long MINIMUM_TERM = WALL + 40_000_000_000L;

	/**
	 * Of so long a suspension, a wall clock that fell back shows more than rates hide.
	 */
	private static final long LONG_SUSPENSION = 4_000 * MILLI;

	private static final double MOST_BACK = 0.6;

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

	private final Consumer<String> trace;

	private final LossMode losing;

	private final LeaseJudge judge;

	private final RandomStore store;

	private final @Nullable LeaseBeside beside;

	private final boolean mixedLeases;

	/** Wall clocks are not set back where machines are suspended: it would hide that. */
	private final boolean suspends;

	private final boolean assumesNew;

	private long belowUntil;

	private final List<Member> members = new ArrayList<>();

	private final List<LeaseProcess> twins = new ArrayList<>();

	private LeaseRun(long seed, Consumer<String> out, @Nullable Function<LeaseRun, LeaseBeside> beside) {
		this.random = new SplittableRandom(seed);
		Consumer<String> trace = (line) -> out.accept(this.time.now() / MILLI + " ms  " + line);
		// What stands beside it rests on the promises of the election, so the store keeps
		// its own.
		this.losing = LossMode.values()[this.random.nextInt((beside != null) ? 2 : LossMode.values().length)];
		this.judge = new LeaseJudge(trace, this::recentLosses);
		this.trace = trace;
		this.beside = (beside != null) ? beside.apply(this) : null;
		boolean ownClock = this.losing != LossMode.NOTHING || this.random.nextBoolean();
		this.store = new RandomStore(this.time, this.random.split(), ownClock, WALL, trace);
		if (!ownClock) {
			this.store.struck(StoreFault.NO_STORE_CLOCK);
		}
		this.suspends = this.random.nextInt(3) == 0;
		this.assumesNew = this.losing == LossMode.NOTHING && this.random.nextInt(3) == 0;
		if (this.assumesNew) {
			this.store.struck(StoreFault.ASSUMED_NEW);
		}
		if (this.losing == LossMode.WHAT_ALL_HAVE_SEEN_EXCEEDED) {
			this.store.punctual();
		}
		long minimumTerm = (this.losing == LossMode.NOTHING && this.random.nextBoolean()) ? MINIMUM_TERM : 0;
		if (minimumTerm > 0) {
			this.store.struck(StoreFault.MINIMUM_TERM);
			this.judge.above(minimumTerm);
		}
		boolean bounds = this.random.nextInt(3) == 0;
		int count = 2 + this.random.nextInt(4);
		boolean mixed = (this.random.nextInt(3) == 0) != (this.losing == LossMode.WHAT_ALL_HAVE_SEEN_EXCEEDED);
		for (int i = 0; i < count; i++) {
			long lease = (mixed && this.random.nextBoolean()) ? SHORT_LEASE : LONG_LEASE;
			ElectionSettings settings = ElectionSettings.of("c", "g", NodeId.of("n" + i), List.of(NodeId.of("n" + i)))
				.leaseNanos(lease)
				.heartbeatNanos(lease / 5)
				.maxClockDrift((bounds && this.random.nextBoolean()) ? LARGER_DRIFT : DRIFT)
				.drainNanos(lease / 4)
				.minimumTerm(minimumTerm)
				.build();
			this.members.add(new Member(settings, clocks()));
		}
		this.mixedLeases = this.members.stream().mapToLong((each) -> each.settings.leaseNanos()).distinct().count() > 1;
		if (this.mixedLeases) {
			this.store.struck(StoreFault.MIXED_LEASES);
		}
		if (this.members.stream().mapToDouble((each) -> each.settings.maxClockDrift()).distinct().count() > 1) {
			this.store.struck(StoreFault.MIXED_BOUNDS);
		}
		DoubleSummaryStatistics rates = this.members.stream()
			.mapToDouble((each) -> each.clocks.rate)
			.summaryStatistics();
		if (rates.getMax() - rates.getMin() > DRIFT) {
			this.store.struck(StoreFault.CLOCK_RATES);
		}
	}

	private RandomStore store() {
		return this.store;
	}

	private long recentLosses() {
		return this.store.lossesSince(this.time.now() - LONG_LEASE);
	}

	private Clocks clocks() {
		// twice as far as each may be off from the other
		double rate = 1 - DRIFT + 0.001 + (2 * DRIFT - 0.002) * this.random.nextDouble();
		return new Clocks(rate, WALL + this.random.nextInt(7_200_000) - 3_600_000);
	}

	/** Runs a seed. */
	public static Result of(long seed) {
		return of(seed, (line) -> {
		});
	}

	/**
	 * Runs a seed, and tells what happens.
	 * @param out told of each fault, write, grant and revocation
	 */
	public static Result of(long seed, Consumer<String> out) {
		return of(seed, out, null);
	}

	/** Runs a seed with assignments beside it. */
	public static Result assigned(long seed, Consumer<String> out) {
		return of(seed, out,
				(run) -> new AssignmentRun(run.time, new Dice(seed), 2 * LONG_LEASE, true,
						() -> run.store().lossesSince(0) == 0, (rule, what) -> run.judge.broken(rule + ": " + what),
						run.trace));
	}

	/** Runs a seed with former leaders that are fenced. */
	public static Result fenced(long seed, Consumer<String> out) {
		return of(seed, out, (run) -> new FencedLeases(run.time, new Dice(seed), LONG_LEASE, run::kill,
				(host) -> ((LeaseProcess) host).holds(), (rule, what) -> run.judge.broken(rule + ": " + what)));
	}

	private void kill(NodeId id) {
		this.twins.stream().filter((twin) -> twin.isUp() && twin.id().equals(id)).forEach(LeaseProcess::die);
		this.members.stream().filter((each) -> each.settings.self().equals(id)).forEach((member) -> {
			member.up(StoreFault.CRASH, LeaseProcess::die);
			if (!this.store.isFaulty()) {
				this.time.at(this.time.now() + LONG_LEASE, member::start);
			}
		});
	}

	private static Result of(long seed, Consumer<String> out, @Nullable Function<LeaseRun, LeaseBeside> beside) {
		LeaseRun run = new LeaseRun(seed, out, beside);
		Violation broken = null;
		try {
			run.run();
		}
		catch (BrokenPromise ex) {
			String[] what = String.valueOf(ex.getMessage()).split(": ", 2);
			broken = new Violation(seed, run.time.now(), what[0], what[1], List.of());
		}
		Map<Enum<?>, Long> counts = new HashMap<>(run.store.faults());
		if (run.beside != null) {
			counts.putAll(run.beside.counts());
		}
		return new Result(seed, broken, run.time.now(), run.time.happened(), run.judge.ledNanos(), run.judge.grants(),
				run.judge.most(), counts);
	}

	private void run() {
		this.members.forEach(Member::start);
		if (this.beside != null) {
			this.beside.begin();
		}
		for (int i = 0; i < DISTURBANCES; i++) {
			pass((long) (this.random.nextDouble() * LONG_LEASE));
			disturb();
		}
		heal();
		// what was sent before may still arrive late
		pass(Math.max(0, this.store.quietAt() - this.time.now()));
		long usual = LONG_LEASE + 2 * MOST_RETRY + UNANSWERED + 4 * ANSWER;
		awaitLeader(usual + ((this.beside != null) ? this.beside.electionNanos() : 0));
		if (this.beside != null) {
			pass(this.beside.quietNanos());
			awaitLeader(usual + this.beside.electionNanos());
		}
		pass(3 * LONG_LEASE);
		if (this.members.stream().noneMatch(Member::leads)) {
			throw new BrokenPromise("L2: nobody leads although nothing goes wrong");
		}
		this.members.forEach(Member::checkFollows);
		if (this.beside != null) {
			awaitSettled(this.beside);
		}
	}

	private void heal() {
		if (this.beside != null) {
			this.beside.heal();
		}
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

	private void awaitSettled(LeaseBeside run) {
		long end = this.time.now() + run.patience();
		String missing = run.unsettled();
		while (missing != null) {
			if (this.time.now() >= end) {
				throw new BrokenPromise(missing);
			}
			pass(20 * MILLI);
			missing = run.unsettled();
		}
	}

	private void pass(long span) {
		this.time.passUntil(() -> {
			if (this.beside != null) {
				this.beside.look();
			}
			this.judge.check(this.time.now());
			return false;
		}, span);
	}

	private void disturb() {
		Member member = this.members.get(this.random.nextInt(this.members.size()));
		switch (this.random.nextInt(this.suspends ? 20 : 14)) {
			case 0 -> member.crash();
			case 1, 2 -> member.pause((long) (this.random.nextDouble() * 2 * LONG_LEASE));
			case 3 -> this.members.forEach(Member::resign);
			case 4 -> this.members.forEach((each) -> each.transfer(member.settings.self()));
			case 5 -> member.eligible(this.random.nextBoolean());
			case 6 -> lose();
			case 7 -> fail((long) (this.random.nextDouble() * 2 * LONG_LEASE));
			case 8 -> this.store.slow((long) (this.random.nextDouble() * 2 * LONG_LEASE));
			case 9 ->
				this.store.stepClock(this.random.nextInt(20_000) - ((this.losing == LossMode.NOTHING) ? 10_000 : 0));
			case 10 -> member.stepClock(this.random.nextInt(20_000) - (this.suspends ? 0 : 10_000));
			case 14, 15, 16, 17, 18, 19 -> member.suspend(StoreFault.SUSPENDED);
			case 11 -> member.twin();
			case 12 -> member.stop();
			default -> member.start();
		}
	}

	private void fail(long span) {
		if (this.random.nextBoolean()) {
			this.store.away(span);
		}
		else {
			this.store.failWrites(span);
		}
	}

	private void lose() {
		switch (this.losing) {
			case NOTHING -> this.store.stepClock(-this.random.nextInt(3_600_000));
			case THE_RECORD -> destroy();
			case WHAT_ALL_HAVE_SEEN_EXCEEDED -> restoreBelow();
			case WHAT_WAS_ACKNOWLEDGED -> {
				switch (this.random.nextInt(3)) {
					case 0 -> destroy();
					case 1 -> this.store.restore();
					default -> this.store.failOver();
				}
			}
		}
	}

	/**
	 * Whoever has seen the later token waits for what was there; whoever has not, or
	 * starts before that is over, may not.
	 */
	private void restoreBelow() {
		LeaseRecord present = this.store.record();
		if (present == null || !this.store.restoreBelow()) {
			return;
		}
		this.belowUntil = this.time.now() + LONG_LEASE;
		boolean seen = this.judge.allUp((process) -> process.elector().status().term() >= present.token());
		// its renewals would end it
		this.members.stream().filter(Member::leads).forEach((leader) -> leader.pause(LONG_LEASE));
		if (seen) {
			this.store.struck(StoreFault.RESTORED_BELOW_WHAT_ALL_SAW);
		}
		else {
			this.store.struck(StoreFault.RESTORED);
			this.store.lost();
		}
	}

	/** Who makes the record anew need not know for how long the former one counted. */
	private void destroy() {
		if (this.random.nextBoolean()) {
			this.store.delete();
		}
		else {
			this.store.writeOver(this.random.nextBoolean() ? Long.MAX_VALUE : this.random.nextInt(),
					this.random.nextBoolean() ? Long.MAX_VALUE : -this.random.nextInt(2));
		}
		if (this.mixedLeases) {
			this.store.lost();
		}
	}

	/**
	 * What the store of a run may lose. Where it loses anything its clock does not fall
	 * behind what it has shown: tokens rise by that.
	 */
	private enum LossMode {

		NOTHING, THE_RECORD, WHAT_WAS_ACKNOWLEDGED, WHAT_ALL_HAVE_SEEN_EXCEEDED

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
			boolean asleep = this.clocks.isSuspended(LeaseRun.this.time.now());
			if (!asleep && (this.process == null || !this.process.isUp())) {
				this.stopping = false;
				this.process = started(this.clocks);
			}
		}

		private LeaseProcess started(Clocks by) {
			LeaseProcess fresh = new LeaseProcess(LeaseRun.this.time, this.settings, by, LeaseRun.this.store,
					LeaseRun.this.judge, LeaseRun.this.random.split(),
					new LeaseOptions(RETRY, LeaseRun.this.assumesNew, null), this::guests);
			LeaseRun.this.judge.add(fresh);
			if (LeaseRun.this.time.now() < LeaseRun.this.belowUntil) {
				LeaseRun.this.store.lost();
			}
			if (LeaseRun.this.suspends && by == this.clocks) {
				fresh.requests((request) -> suspendedIn(request));
			}
			fresh.start();
			return fresh;
		}

		private List<ExtensionFactory> guests(LeaseProcess process) {
			LeaseBeside run = LeaseRun.this.beside;
			return (run != null) ? run.join(process) : List.of();
		}

		/** Some takes are answered while the machine of the taker is suspended. */
		private @Nullable RequestFault suspendedIn(LeaseStore.Request request) {
			if (LeaseRun.this.store.isFaulty() && request instanceof LeaseStore.Request.Take
					&& LeaseRun.this.random.nextInt(6) == 0) {
				suspend(StoreFault.SUSPENDED_IN_A_TAKE);
			}
			return null;
		}

		void suspend(StoreFault fault) {
			long now = LeaseRun.this.time.now();
			long span = (long) (LeaseRun.this.random.nextDouble() * 2 * LONG_LEASE);
			// Of a longer lease a suspension of some seconds may be too little.
			long back = (span > LONG_SUSPENSION && LeaseRun.this.beside == null)
					? (long) (LeaseRun.this.random.nextDouble() * span * MOST_BACK) : 0;
			if (!this.clocks.isSuspended(now)) {
				up(fault, (present) -> present.suspend(span, back / MILLI));
				this.pausedUntil = Math.max(this.pausedUntil, now + span);
			}
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
			this.pausedUntil = Math.max(this.pausedUntil, LeaseRun.this.time.now() + span);
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
				LeaseBeside run = LeaseRun.this.beside;
				if (run != null) {
					run.stop(present, present::stop);
				}
				else {
					present.stop();
				}
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
