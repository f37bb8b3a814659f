package io.github.leaderelection.simulator.fault;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.beside.Beside;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.fault.plan.RunPlan;
import io.github.leaderelection.simulator.fault.plan.Subject;
import io.github.leaderelection.simulator.invariant.Finding;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.invariant.Violation;
import io.github.leaderelection.simulator.metadata.GroupRegisters;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * One random run: a phase in which everything goes wrong, then one in which a majority is
 * well.
 */
public final class RandomRun {

	private static final long MILLI = 1_000_000;

	private static final long LATEST_START = 500 * MILLI;

	private static final int SLOW_LISTENERS_PER_MILLE = 30;

	private static final long SLOWEST_LISTENER = 2_000 * MILLI;

	private final RunPlan plan;

	private final Run run;

	private final Requests requests;

	private final Disks disks;

	private final SettingsChanges changes;

	private final WallClocks walls;

	private final OldStates oldStates;

	private final @Nullable Beside beside;

	private RandomRun(Algorithm algorithm, long seed, long nanos, Trace trace, @Nullable Function<Run, Beside> beside) {
		Dice dice = new Dice(seed);
		this.plan = RunPlan.draw(algorithm, seed, nanos, dice);
		Subject subject = this.plan.subject();
		ClusterSpec spec = this.plan.clusterSpec(dice);
		SimulatedCluster cluster = new SimulatedCluster(spec, algorithm, UnaryOperator.identity(), trace,
				dice.branch(2));
		Invariants invariants = new Invariants(cluster, subject.promisedUnder(this.plan.beyond()));
		this.run = new Run(this.plan, cluster, invariants, dice);
		this.beside = (beside != null) ? beside.apply(this.run) : null;
		this.oldStates = new OldStates(this.run);
		this.requests = new Requests(this.run);
		this.disks = new Disks(this.run, spec.machines().get(0).longestSave());
		this.changes = new SettingsChanges(this.run, this.disks);
		this.walls = new WallClocks(this.run, spec.machines());
		if (!this.plan.durable()) {
			this.run.holdStartsWhile(this.walls::areBehind);
		}
		trace.line(-1, this.plan + " " + spec);
	}

	/** Runs a seed. */
	public static Result run(Algorithm algorithm, long seed, long nanos, Trace trace) {
		return new RandomRun(algorithm, seed, nanos, trace, null).run();
	}

	/** Runs a seed with assignments beside the election that ships. */
	public static Result runAssigned(long seed, long nanos, Trace trace) {
		return new RandomRun(Algorithm.named(Algorithm.DEFAULT), seed, nanos, trace, Assigned::new).run();
	}

	/** Runs a seed of the election that ships, with former leaders that are fenced. */
	public static Result runFenced(long seed, long nanos, Trace trace) {
		return new RandomRun(Algorithm.named(Algorithm.DEFAULT), seed, nanos, trace, Fenced::new).run();
	}

	/** Runs a seed of the election that ships, with a register beside it. */
	public static Result runRegister(long seed, long nanos, Trace trace) {
		return new RandomRun(Algorithm.named(Algorithm.DEFAULT), seed, nanos, trace, RandomRun::registers).run();
	}

	private static Beside registers(Run run) {
		// Where the election fails all the time, little is ever written.
		run.rarity = run.dice.branch(18).magnitude(1, 50);
		return new GroupRegisters(run.cluster, run.invariants, run.plan.members(), run.plan.durable(),
				!run.plan.beyond(), run.dice.branch(17));
	}

	/**
	 * Runs a seed and lets the shells record their inputs.
	 * @param recordings takes the trace of each group of each process
	 */
	public static Result record(Algorithm algorithm, long seed, long nanos, Consumer<String> recordings) {
		RandomRun random = new RandomRun(algorithm, seed, nanos, Trace.off(), null);
		random.run.cluster.record(recordings);
		Result result = random.run();
		random.run.cluster.handOverTraces();
		return result;
	}

	private Result run() {
		countConditions();
		for (int machine : this.run.members()) {
			SimulatedNode node = this.run.node(machine);
			this.run.configure(node);
			this.run.restartLater(node, this.run.dice.below(LATEST_START));
		}
		planFaults();
		if (this.beside != null) {
			this.beside.plan();
		}
		this.run.pass(this.plan.safetyNanos());
		this.run.heal();
		this.walls.heal();
		this.oldStates.finish();
		this.changes.finish();
		Healing healing = new Healing(this.run, this.disks);
		if (this.beside != null) {
			healing.applyToAll();
			this.beside.judge();
			return result();
		}
		healing.apply();
		if (this.plan.beyond()) {
			this.run.pass(this.plan.livenessNanos());
		}
		else {
			new Liveness(this.run, healing, this.requests).judge();
		}
		return result();
	}

	private void planFaults() {
		Run.Schedule schedule = new Run.Schedule(this.run);
		if (this.run.cluster.size() > 1) {
			new Partitions(this.run).plan(schedule);
		}
		new LinkFaults(this.run).plan(schedule);
		Crashes crashes = new Crashes(this.run);
		crashes.plan(schedule);
		new Strikes(this.run, crashes).plan(schedule);
		this.oldStates.plan(schedule, crashes);
		new Twins(this.run).plan(schedule);
		new EndedProcesses(this.run).plan();
		new Standstills(this.run, this.walls).plan(schedule);
		this.walls.plan(schedule);
		this.disks.plan(schedule);
		this.requests.plan(schedule);
		if (this.beside == null || !this.beside.keepsSettings()) {
			this.changes.plan(schedule);
		}
	}

	private void countConditions() {
		FaultKind[] kinds = { FaultKind.STRAGGLERS, FaultKind.LOSS, FaultKind.REPEATS, FaultKind.REORDERING,
				FaultKind.SLOW_LISTENERS };
		for (FaultKind kind : kinds) {
			if (this.plan.mixture().has(kind)) {
				this.run.count(kind, -1, "");
			}
		}
		if (this.plan.mixture().has(FaultKind.SLOW_LISTENERS)) {
			this.run.cluster.slowListeners(SLOW_LISTENERS_PER_MILLE, SLOWEST_LISTENER);
		}
	}

	private Result result() {
		int groups = this.run.cluster.groups().size();
		long led = 0;
		long grants = 0;
		int mostLeaders = 0;
		for (int i = 0; i < groups; i++) {
			led += this.run.invariants.ledNanos(i);
			grants += this.run.invariants.grants(i);
			mostLeaders = Math.max(mostLeaders, this.run.invariants.takeMostLeaders(i));
		}
		VirtualTime time = this.run.cluster.time();
		Finding finding = this.run.invariants.findings().first();
		Violation violation = (finding == null) ? null : new Violation(this.plan.seed(), finding.atNanos(),
				finding.rule(), finding.description(), this.run.cluster.trace().newestLines());
		Map<Enum<?>, Long> counts = new HashMap<>(this.run.counts);
		if (this.beside != null) {
			counts.putAll(this.beside.counts());
		}
		return new Result(this.plan.seed(), violation, time.now(), time.happened(), led / groups, grants, mostLeaders,
				counts);
	}

}
