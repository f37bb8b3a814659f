package io.github.leaderelection.simulator.fault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.assignment.AssignmentCount;
import io.github.leaderelection.simulator.beside.ApplicationHost;
import io.github.leaderelection.simulator.assignment.AssignmentRun;
import io.github.leaderelection.simulator.beside.ApplicationStart;
import io.github.leaderelection.simulator.beside.Beside;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;

/**
 * Assignments beside the elections of a cluster.
 */
final class Assigned implements Beside, ClusterObserver.Guests, ClusterObserver {

	private static final long MILLI = 1_000_000;

	private static final long CHECK = 20 * MILLI;

	/** Three lease durations, as by default. */
	private static final int LEASES = 3;

	private static final long LONGEST_START = 60_000 * MILLI;

	private static final int SETTLE_LEASES = 100;

	/** How often a worker is stranded, and in clusters of which sizes. */
	private static final int STRANDS_LEASES = 30;

	private static final int FEWEST_TO_STRAND = 5;

	private final Run run;

	private final AssignmentRun assignments;

	private final Map<Integer, MachineHost> hosts = new HashMap<>();

	Assigned(Run run) {
		this.run = run;
		boolean traced = run.cluster.trace().isOn();
		this.assignments = new AssignmentRun(run.cluster.time(), run.dice.branch(12),
				LEASES * run.plan.groups().get(0).lease(), false, () -> !run.plan.beyond(),
				run.invariants.findings()::report, traced ? (line) -> run.cluster.trace().line(-1, line) : null);
		// Where the election fails all the time, little is ever owned.
		run.rarity = run.dice.branch(13).magnitude(1, 50);
		run.cluster.invite(this);
		run.cluster.observe(this);
	}

	@Override
	public void plan() {
		this.assignments.begin();
		this.run.cluster.network().traffic().drop(this::takes);
		if (this.run.size() >= FEWEST_TO_STRAND && this.run.dice.chance(500)) {
			strandLater();
		}
	}

	private void strandLater() {
		this.run.afterUnlessHealed(this.run.dice.below(STRANDS_LEASES * this.run.largestLease()), () -> {
			strand();
			strandLater();
		});
	}

	/** A worker hears nobody but a leader that stands still for longer than its lease. */
	private void strand() {
		int leader = this.run.invariants.leader(0);
		int worker = this.run.dice.pick(this.run.members());
		if (leader < 0 || worker == leader) {
			return;
		}
		this.assignments.strands();
		long lease = this.run.largestLease();
		long pause = this.run.dice.between(lease / 2, (LEASES + 1) * lease);
		this.run.node(leader).pauses().pause(pause);
		for (int other : this.run.members()) {
			if (other != leader && other != worker) {
				this.run.cluster.network().ways().cut(worker, other);
			}
		}
		this.run.afterUnlessHealed(pause + this.run.dice.below(2 * LEASES * lease),
				() -> this.run.members().forEach((other) -> this.run.cluster.network().ways().heal(worker, other)));
	}

	/** Whether a message does not arrive as it would, but later or never. */
	private boolean takes(Transit transit) {
		if (!(transit.envelope().body() instanceof AssignmentMessage)) {
			return false;
		}
		SimulatedNetwork network = this.run.cluster.network();
		boolean worker = transit.envelope().body() instanceof AssignmentMessage.Ping;
		if (this.assignments.isCut(Machines.id(worker ? transit.from() : transit.to()).value())
				|| this.assignments.loses()) {
			return true;
		}
		if (this.assignments.doubles()) {
			network.deliver(transit, this.assignments.drawLateness());
		}
		boolean late = this.assignments.isLate();
		if (late) {
			network.deliver(transit, this.assignments.drawLateness());
		}
		return late;
	}

	@Override
	public List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector) {
		SimulatedNode node = this.run.node(machine);
		if (!node.algorithm().equals(this.run.cluster.algorithm())) {
			return List.of();
		}
		MachineHost host = new MachineHost(new ApplicationStart(node, elector), clock);
		this.hosts.put(machine, host);
		return this.assignments.join(host);
	}

	@Override
	public void stop(int machine, Runnable stop) {
		this.assignments.stop(this.hosts.get(machine), stop);
	}

	@Override
	public void settled(int machine) {
		MachineHost host = this.hosts.get(machine);
		if (host != null) {
			this.assignments.look(host);
		}
	}

	@Override
	public Map<AssignmentCount, Long> counts() {
		return this.assignments.counts();
	}

	@Override
	public void judge() {
		this.assignments.heal();
		boolean led = !this.run.members()
			.stream()
			.allMatch((machine) -> this.run.node(machine).settings(0).isWitness());
		if (this.run.plan.beyond() || !led) {
			return;
		}
		long deadline = this.run.now() + LONGEST_START + SETTLE_LEASES * this.run.largestLease()
				+ this.assignments.patience();
		String missing = this.assignments.unsettled();
		while (missing != null && this.run.now() < deadline && this.run.invariants.findings().first() == null) {
			this.run.pass(CHECK);
			missing = this.assignments.unsettled();
		}
		if (missing != null) {
			String[] what = missing.split(": ", 2);
			this.run.invariants.findings().report(what[0], what[1]);
		}
	}

	/**
	 * One start of the application on a machine.
	 */
	private record MachineHost(ApplicationStart start, NodeClock clock) implements ApplicationHost {

		@Override
		public String worker() {
			return Machines.id(this.start.node().index()).value();
		}

		@Override
		public LeaderElector elector() {
			return this.start.elector();
		}

		@Override
		public long ahead() {
			return this.start.node().ahead();
		}

		@Override
		public boolean isThere() {
			return this.start.isThere();
		}

		@Override
		public boolean isRunning() {
			return isThere() && this.start.node().isRunning();
		}

		@Override
		public boolean canAnswer() {
			return isThere() && !this.start.node().pauses().isPaused();
		}

		@Override
		public void in(Runnable task) {
			this.start.in(task);
		}

	}

}
