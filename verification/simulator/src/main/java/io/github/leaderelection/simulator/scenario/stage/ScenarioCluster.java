package io.github.leaderelection.simulator.scenario.stage;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.invariant.Finding;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Forgery;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.network.Ways;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.trace.Trace;
import io.github.leaderelection.spi.Ballot;

/**
 * The cluster of a directed scenario and what a script can do with it. Times are in
 * milliseconds, machines are numbers from 0.
 */
public final class ScenarioCluster {

	/**
	 * A group whose order is that of the first nine numbers, as scenarios count on it.
	 */
	private static final String GROUP = "in-order-60933";

	private static final long MILLI = 1_000_000;

	private static final long MICRO = 1_000;

	private final String name;

	private final Setup setup;

	private final Dice dice;

	private final Trace trace = Trace.newest();

	private final Invariants invariants;

	private final SimulatedCluster cluster;

	private List<NodeId> members;

	private long minimumTerm;

	private double drift;

	ScenarioCluster(String name, Setup setup, Chance chance) {
		this.name = name;
		this.dice = new Dice(chance.seed());
		this.setup = setup;
		List<MachineSpec> machines = Collections.nCopies(setup.machines(), MachineSpec.perfect(setup.save() * MICRO));
		Conditions conditions = chance.network(setup.latency() * MICRO).withSilence(setup.silence() * MILLI);
		ClusterSpec spec = new ClusterSpec(machines, List.of(GROUP), conditions, 1);
		this.cluster = new SimulatedCluster(spec, this.trace, this.dice);
		this.invariants = new Invariants(this.cluster, EnumSet.allOf(Promise.class));
		this.members = Machines.ids(setup.members());
		this.drift = setup.drift();
		for (int i = 0; i < setup.machines(); i++) {
			configure(i, setup.lease(), setup.heartbeat());
		}
	}

	/** The member list that machines are configured with from now on. */
	public void members(int... machines) {
		this.members = Arrays.stream(machines).mapToObj(Machines::id).toList();
	}

	/**
	 * Gives a machine other settings and the present member list from its next start on.
	 */
	public void configure(int machine, long lease, long heartbeat) {
		if (this.members.contains(Machines.id(machine))) {
			node(machine).configure(List.of(ElectionSettings.of("cluster", GROUP, Machines.id(machine), this.members)
				.durable(this.setup.durable())
				.leaseNanos(lease * MILLI)
				.heartbeatNanos(heartbeat * MILLI)
				.maxClockDrift(this.drift)
				.priority(this.setup.priorities()[machine])
				.preempt(this.setup.preempt())
				.drainNanos(0)
				.minimumTerm(this.minimumTerm)
				.build()));
		}
	}

	/** The bound on clock drift that machines are configured with from now on. */
	public void drift(double bound) {
		this.drift = bound;
	}

	/**
	 * The minimum term that machines are configured with from now on.
	 * @param term no term up to this one is proposed or voted for
	 */
	public void minimumTerm(long term) {
		this.minimumTerm = term;
	}

	/** Gives a machine the present member list from its next start on. */
	public void configure(int machine) {
		configure(machine, this.setup.lease(), this.setup.heartbeat());
	}

	/**
	 * Starts all members.
	 */
	public void startAll() {
		this.members.forEach((id) -> start(Machines.index(id)));
	}

	/** Starts a process. */
	public void start(int machine) {
		node(machine).start(false);
		check();
	}

	/** Asks a process to stop and waits until it has. */
	public void stop(int machine) {
		node(machine).stop();
		runUntil("n" + machine + " has stopped", () -> !node(machine).isRunning(), 60_000);
	}

	/** Ends a process without warning. */
	public void crash(int machine, Crash crash) {
		node(machine).crash(crash);
		check();
	}

	/** Kills a process. */
	public void crash(int machine) {
		crash(machine, Crash.KILLED);
	}

	/**
	 * Kills every process.
	 */
	public void crashAll() {
		machines().forEach(this::crash);
	}

	/** Kills a process and starts it at once. */
	public void restart(int machine) {
		restart(machine, Crash.KILLED);
	}

	/** Ends a process without warning and starts it at once. */
	public void restart(int machine, Crash crash) {
		crash(machine, crash);
		start(machine);
	}

	/** Draws a number: what a script leaves to its seed. */
	public long draw(long low, long high) {
		return this.dice.between(low, high);
	}

	/** Lets time pass. */
	public void run(long millis) {
		reaches(() -> false, millis);
	}

	/**
	 * Lets time pass until something is so.
	 * @param millis how long at most
	 */
	public void runUntil(String what, BooleanSupplier condition, long millis) {
		require(reaches(condition, millis), "not within " + millis + " ms: " + what);
	}

	private boolean reaches(BooleanSupplier condition, long millis) {
		return this.cluster.time().passUntil(() -> {
			check();
			return condition.getAsBoolean();
		}, millis * MILLI);
	}

	/** Lets time pass until there is a leader. */
	public int awaitLeader() {
		runUntil("there is a leader", () -> leader() >= 0, 20_000);
		return leader();
	}

	/** Lets time pass until a machine leads. */
	public void awaitLeader(int machine) {
		runUntil("n" + machine + " leads", () -> leader() == machine, 20_000);
	}

	/**
	 * Who leads now.
	 * @return a machine, negative for nobody
	 */
	public int leader() {
		return this.invariants.leader(0);
	}

	/** The state of a machine's process. */
	public QuorumState state(int machine) {
		QuorumState state = node(machine).state(0);
		if (state == null) {
			throw new ScenarioViolation(this.name, "n" + machine + " does not run", this.trace.newestLines());
		}
		return state;
	}

	/**
	 * For whom a machine has voted in its term.
	 * @return the candidate, negative for nobody
	 */
	public int votedFor(int voter) {
		Ballot.Vote vote = state(voter).ballot().vote();
		return (vote != null) ? Machines.index(vote.candidate()) : -1;
	}

	/**
	 * To whom a machine is promised now.
	 * @return the member, negative for nobody
	 */
	public int promisedTo(int voter) {
		NodeId member = state(voter).promisedTo(node(voter).clock().monotonicNanos());
		return (member != null) ? Machines.index(member) : -1;
	}

	/** The term a machine has saved. */
	public long term(int machine) {
		Ballot ballot = this.invariants.ballot(0, machine);
		return (ballot != null) ? ballot.term() : 0;
	}

	/** What is being checked. */
	public Invariants invariants() {
		return this.invariants;
	}

	/** The ways between the machines. */
	public Ways ways() {
		return this.cluster.network().ways();
	}

	/** Holds messages back from now on. */
	public HeldMessages hold(Predicate<Transit> which) {
		return this.cluster.network().traffic().hold(which);
	}

	/** Counts messages that are sent from now on, except those that are held. */
	public IntSupplier count(Predicate<Transit> which) {
		return this.cluster.network().traffic().count(which);
	}

	/** What delivers messages that machines could have sent. */
	public Forgery forgery() {
		return this.cluster.network().forgery();
	}

	/**
	 * A process hears that a process of another machine has ended.
	 * @param incarnation the start of the election in that process
	 */
	public void tellOfEnd(int machine, int ended, long incarnation) {
		this.cluster.tellOfEnd(machine, ended, Map.of(GROUP, incarnation));
	}

	/** The machine itself. */
	public SimulatedNode node(int machine) {
		return this.cluster.node(machine);
	}

	/**
	 * Lets the wall clock of a machine jump.
	 * @param millis how far, backwards if negative
	 */
	public void jumpWall(int machine, long millis) {
		node(machine).clock().jumpWall(millis * MILLI);
	}

	/**
	 * Lets the wall clocks of all machines jump.
	 * @param millis how far, backwards if negative
	 */
	public void jumpWalls(long millis) {
		machines().forEach((machine) -> jumpWall(machine, millis));
	}

	/** Slows all links of a machine down, both ways. */
	public void slow(int machine, long millis) {
		machines().filter((other) -> other != machine).forEach((other) -> ways().slow(machine, other, millis * MILLI));
	}

	/**
	 * Lets clocks run as far apart as a bound allows.
	 * @param slow the machine whose clocks are slow; those of the others are fast
	 * @param ppm the bound, in millionths
	 */
	public void clocksApart(int slow, long ppm) {
		machines().forEach((machine) -> node(machine).clock().changeRate((machine == slow) ? -ppm : ppm));
	}

	/** The machines. */
	public IntStream machines() {
		return IntStream.range(0, size());
	}

	/** How many machines there are. */
	public int size() {
		return this.cluster.size();
	}

	/** Asks for a machine's leadership to be given up. */
	public void resign(int machine) {
		node(machine).application().call(0, (elector) -> elector.resign());
	}

	/** Asks for leadership to be handed over. */
	public void transfer(int from, int to) {
		node(from).application().call(0, (elector) -> elector.transferTo(Machines.id(to)));
	}

	/** Demands something of the script's course. */
	public void require(boolean kept, String what) {
		if (!kept) {
			throw new ScenarioViolation(this.name, what, this.trace.newestLines());
		}
	}

	/** Demands what is promised, where the script has brought about what that needs. */
	public void promised(String promise, boolean kept, String what) {
		if (!kept) {
			broken(promise, this.cluster.time().now(), "not so: " + what);
		}
	}

	/**
	 * Demands that no promise was broken.
	 */
	void check() {
		Finding finding = this.invariants.findings().first();
		if (finding != null) {
			broken(finding.rule(), finding.atNanos(), finding.description());
		}
	}

	private void broken(String promise, long atNanos, String what) {
		throw new ScenarioViolation(this.name, promise + " at " + atNanos + " ns: " + what, this.trace.newestLines());
	}

}
