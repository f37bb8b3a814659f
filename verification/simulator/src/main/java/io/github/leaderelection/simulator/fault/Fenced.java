package io.github.leaderelection.simulator.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.nodefence.runtime.FenceFactory;
import io.github.leaderelection.internal.nodefence.runtime.GroupFence;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.beside.ApplicationStart;
import io.github.leaderelection.simulator.beside.Beside;
import io.github.leaderelection.simulator.beside.FenceCount;
import io.github.leaderelection.simulator.beside.RandomFence;
import io.github.leaderelection.simulator.beside.SimulatedRegisterFile;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Machines;

/**
 * Former leaders that are fenced: a fence that may fail, work that outlives leaderships,
 * and an oracle for both. The register's files outlive each crash.
 */
final class Fenced implements Beside, ClusterObserver, ClusterObserver.Guests {

	private static final long MILLI = 1_000_000;

	private static final String RULE = "fence";

	private static final int TIMEOUT_LEASES = 20;

	private static final int PATIENCE_LEASES = 400;

	private final Run run;

	private final long lease;

	private final long interval;

	private final RandomFence fence;

	private final Map<Integer, SavedMetadata> disks = new HashMap<>();

	private final Map<Integer, SavedMetadata> led = new HashMap<>();

	private final List<Start> starts = new ArrayList<>();

	private boolean healed;

	Fenced(Run run) {
		this.run = run;
		this.lease = run.plan.groups().get(0).lease();
		this.interval = run.dice.branch(14).chance(500) ? 0 : 30 * this.lease;
		this.fence = new RandomFence(run.dice, this.lease, (int) run.dice.branch(15).between(0, 1000), run::after);
		// Where the election fails all the time, nobody is ever granted.
		run.rarity = run.dice.branch(16).magnitude(1, 50);
		run.cluster.invite(this);
		run.cluster.observe(this);
	}

	@Override
	public void plan() {
		again(this.lease / 2, this::work);
		again(40 * this.lease, this::pauseLeader);
	}

	private void again(long mean, Runnable task) {
		this.run.afterUnlessHealed(this.run.dice.between(1, 2 * mean), () -> {
			task.run();
			again(mean, task);
		});
	}

	/** Some work outlives its leadership by far. */
	private void work() {
		for (int machine : this.run.members()) {
			SimulatedNode node = this.run.node(machine);
			if (node.isRunning() && node.leads(0)) {
				node.application().work(0, this.run.dice.magnitude(this.lease / 100, 40 * this.lease));
			}
		}
	}

	private void pauseLeader() {
		int leader = this.run.invariants.leader(0);
		if (leader >= 0) {
			this.run.node(leader).pauses().pause(this.run.dice.between(this.lease, 60 * this.lease));
		}
	}

	@Override
	public List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector) {
		SimulatedNode node = this.run.node(machine);
		if (!this.run.plan.durable() || !node.algorithm().equals(this.run.cluster.algorithm())) {
			return List.of();
		}
		Start[] self = new Start[1];
		FenceFactory factory = new FenceFactory(TIMEOUT_LEASES * this.lease, this.interval,
				(settings) -> new SimulatedRegisterFile<>(this.disks, machine),
				(settings) -> new SimulatedRegisterFile<>(this.led, machine), () -> true, 1,
				(task) -> save(self[0], task), (target, url) -> fence(self[0], target));
		self[0] = new Start(new ApplicationStart(node, elector), factory);
		this.starts.removeIf((each) -> !each.isThere());
		this.starts.add(self[0]);
		return List.of(factory);
	}

	/** One save after the other. */
	private void save(Start start, Runnable task) {
		start.writerFree = Math.max(start.writerFree, this.run.now()) + this.run.dice.magnitude(MILLI / 10, 20 * MILLI);
		this.run.after(start.writerFree - this.run.now(), () -> start.in(task));
	}

	private CompletionStage<Boolean> fence(Start by, Former target) {
		QuorumState state = by.node.state(0);
		LeaderState leads = (state != null) ? state.leader() : null;
		if (leads == null
				|| !leads.lease().valid(new Now(by.node.clock().monotonicNanos(), by.node.clock().wallMillis()))) {
			broken(by, "fences " + target + " without a quorum");
		}
		else if (target.token() >= leads.token() || target.member().equals(Machines.id(by.node.index()))) {
			broken(by, "fences " + target + " in term " + leads.token());
		}
		if (!this.fence.mayFence(Machines.id(by.node.index()).value(), (leads != null) ? leads.token() : 0, target)) {
			broken(by, "fences a third: " + target);
		}
		SimulatedNode victim = this.run.node(Machines.index(target.member()));
		return this.fence.fence(() -> kill(victim), by::in);
	}

	private void kill(SimulatedNode victim) {
		victim.kill();
		long later = this.run.dice.magnitude(MILLI, 4 * this.lease);
		if (this.healed) {
			this.run.after(later, () -> victim.start(false));
		}
		else {
			this.run.restartLater(victim, later);
		}
	}

	@Override
	public void stop(int machine, Runnable stop) {
		stop.run();
	}

	/** Nothing of an earlier leadership runs anywhere once another is granted. */
	@Override
	public void settled(int machine) {
		Start start = this.starts.stream().filter((each) -> each.node.index() == machine).findFirst().orElse(null);
		Leadership leads = (start != null && start.isThere()) ? start.elector.leadership().orElse(null) : null;
		if (start == null || leads == null || leads.fencingToken() == start.token) {
			return;
		}
		start.token = leads.fencingToken();
		this.fence.count(FenceCount.GRANTED);
		for (Start each : this.starts) {
			if (each.isThere()) {
				each.elector.workInFlight()
					.longest()
					.stream()
					.filter((work) -> work.fencingToken() < leads.fencingToken())
					.findFirst()
					.ifPresent((work) -> broken(start, "is granted " + leads.fencingToken() + " while n"
							+ each.node.index() + " works under " + work.fencingToken()));
			}
		}
	}

	private void broken(Start by, String what) {
		if (!this.run.plan.beyond()) {
			this.run.invariants.findings().report(RULE, "n" + by.node.index() + " " + what);
		}
	}

	@Override
	public Map<FenceCount, Long> counts() {
		return this.fence.counts();
	}

	/** Somebody is granted once all are well; an operator confirms what is dead. */
	@Override
	public void judge() {
		this.healed = true;
		this.fence.heal();
		if (this.run.plan.beyond() || !this.run.plan.durable()
				|| this.run.members().stream().allMatch((each) -> this.run.node(each).settings(0).isWitness())) {
			return;
		}
		long begun = this.run.now();
		while (!isLed() && this.run.invariants.findings().first() == null) {
			this.run.pass(this.lease);
			long waited = this.run.now() - begun - 60_000 * MILLI;
			if (waited > PATIENCE_LEASES * this.lease) {
				confirmDead();
			}
			if (waited > 2 * PATIENCE_LEASES * this.lease) {
				this.run.invariants.findings().report(RULE, "nobody is granted: " + problems());
			}
		}
	}

	private boolean isLed() {
		return this.starts.stream().anyMatch((each) -> each.isThere() && each.elector.isLeader());
	}

	/** An operator ends what may still work, and then says so. */
	private void confirmDead() {
		for (Start each : List.copyOf(this.starts)) {
			if (each.isThere() && each.elector.workInFlight().count() > 0) {
				kill(each.node);
			}
		}
		for (Start each : List.copyOf(this.starts)) {
			GroupFence present = each.factory.present();
			if (each.isThere() && present != null && present.problem() != null) {
				this.fence.count(FenceCount.OPERATOR);
				this.run.members().forEach((member) -> each.in(() -> present.confirm(Machines.id(member), (done) -> {
				})));
			}
		}
	}

	private List<String> problems() {
		return this.starts.stream()
			.map((each) -> each.factory.present())
			.map((each) -> String.valueOf((each != null) ? each.problem() : null))
			.toList();
	}

	@Override
	public boolean keepsSettings() {
		return true;
	}

	/**
	 * One start of an application.
	 */
	private static final class Start {

		private final ApplicationStart application;

		private final SimulatedNode node;

		private final LeaderElector elector;

		private final FenceFactory factory;

		private long token;

		private long writerFree;

		Start(ApplicationStart application, FenceFactory factory) {
			this.application = application;
			this.node = application.node();
			this.elector = application.elector();
			this.factory = factory;
		}

		boolean isThere() {
			return this.application.isThere();
		}

		void in(Runnable task) {
			this.application.in(task);
		}

	}

}
