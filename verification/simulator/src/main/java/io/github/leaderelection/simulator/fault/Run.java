package io.github.leaderelection.simulator.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.health.AdaptiveTimeout;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.health.PhiAccrual;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.fault.plan.LeasePlan;
import io.github.leaderelection.simulator.fault.plan.RunPlan;
import io.github.leaderelection.simulator.fault.plan.Subject;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.spi.Ballot;

/**
 * What the faults of one run share: the cluster, who is a member with which settings, and
 * what has occurred.
 */
final class Run {

	private static final long LONGER = 50_000_000;

	private static final double PHI = 8;

	final RunPlan plan;

	final SimulatedCluster cluster;

	final Invariants invariants;

	final Dice dice;

	private final Dice ranks;

	final Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);

	private final boolean[] member;

	private final int[] priorities;

	private final List<LeasePlan> leases;

	/** How much rarer faults are than their mixture says. */
	long rarity = 1;

	private boolean changingMembers;

	private boolean healed;

	private long largestLease;

	private BooleanSupplier startsHeld = () -> false;

	/** Whose state is an older copy, negative for nobody. */
	private int withOldState = -1;

	private final FailureDetector[] detectors;

	Run(RunPlan plan, SimulatedCluster cluster, Invariants invariants, Dice dice) {
		this.plan = plan;
		this.cluster = cluster;
		this.invariants = invariants;
		this.dice = dice;
		this.ranks = dice.branch(11);
		this.member = new boolean[plan.machines()];
		this.priorities = new int[plan.machines()];
		this.detectors = new FailureDetector[plan.machines()];
		Arrays.fill(this.detectors, new AdaptiveTimeout());
		this.leases = new ArrayList<>(plan.groups());
		this.largestLease = plan.largestLease();
		boolean ranked = dice.chance(250);
		for (int i = 0; i < plan.machines(); i++) {
			this.member[i] = i < plan.members();
			this.priorities[i] = ranked ? (int) dice.between(1, 3) : 1;
		}
		plan.priorities().redraw(this.priorities, this.ranks);
	}

	void count(FaultKind kind, int machine, Object detail) {
		this.counts.merge(kind, 1L, Long::sum);
		if (this.cluster.trace().isOn()) {
			this.cluster.trace().line(machine, "FAULT " + kind + " " + detail);
		}
	}

	/**
	 * A fault that strikes a member, in half of the cases the leader.
	 */
	SimulatedNode strike(FaultKind kind) {
		SimulatedNode node = target();
		count(kind, node.index(), "");
		return node;
	}

	long now() {
		return this.cluster.time().now();
	}

	/**
	 * Plans something.
	 */
	void after(long nanos, Runnable task) {
		this.cluster.time().after(nanos, task);
	}

	/**
	 * Plans something that is left out once the cluster heals.
	 */
	void afterUnlessHealed(long nanos, Runnable task) {
		after(nanos, () -> {
			if (!this.healed) {
				task.run();
			}
		});
	}

	/**
	 * Lets time pass until a promise is broken.
	 */
	void pass(long nanos) {
		this.cluster.time().passUntil(() -> this.invariants.findings().first() != null, nanos);
	}

	int size() {
		return members().size();
	}

	int quorum() {
		return size() / 2 + 1;
	}

	boolean isMember(int machine) {
		return this.member[machine];
	}

	void member(int machine, boolean is) {
		this.member[machine] = is;
	}

	List<Integer> members() {
		return IntStream.range(0, this.member.length).filter(this::isMember).boxed().toList();
	}

	SimulatedNode node(int machine) {
		return this.cluster.node(machine);
	}

	/**
	 * A member, in half of the cases the leader.
	 */
	SimulatedNode target() {
		int leader = this.invariants.leader(this.dice.index(this.leases.size()));
		return node((leader >= 0 && this.dice.chance(500)) ? leader : this.dice.pick(members()));
	}

	boolean isChangingMembers() {
		return this.changingMembers;
	}

	void changingMembers(boolean is) {
		this.changingMembers = is;
	}

	/**
	 * Whether a leader that reaches a majority leads on: none is to hand over to a better
	 * one.
	 */
	boolean leadersStay() {
		return this.plan.subject().promises(Promise.L2) && !this.plan.priorities().preempt();
	}

	boolean isHealed() {
		return this.healed;
	}

	void heal() {
		this.healed = true;
	}

	LeasePlan lease(int group) {
		return this.leases.get(group);
	}

	void lease(int group, LeasePlan lease) {
		this.leases.set(group, lease);
		this.largestLease = Math.max(this.largestLease, lease.lease());
	}

	/**
	 * The largest lease there ever was.
	 */
	long largestLease() {
		return this.largestLease;
	}

	long smallestLease() {
		return this.leases.stream().mapToLong(LeasePlan::lease).min().orElseThrow();
	}

	/**
	 * Draws who stands first, and how each member suspects others, from the next starts
	 * on.
	 */
	void drawPreferences() {
		for (int i = 0; i < this.priorities.length; i++) {
			this.priorities[i] = (int) this.dice.between(1, 3);
			this.detectors[i] = this.dice.chance(500) ? new AdaptiveTimeout() : new PhiAccrual(PHI);
		}
		this.plan.priorities().redraw(this.priorities, this.ranks);
	}

	/**
	 * Gives a machine that is down the settings now in force.
	 */
	void configure(SimulatedNode node) {
		configure(node, members());
	}

	/**
	 * Gives a machine that is down the settings now in force, with a list of its own.
	 */
	void configure(SimulatedNode node, List<Integer> list) {
		configure(node, list, this.plan.subject());
	}

	/**
	 * Gives a machine that is down the settings now in force, with a list and an election
	 * of its own.
	 */
	void configure(SimulatedNode node, List<Integer> list, Subject subject) {
		List<NodeId> ids = list.stream().map(Machines::id).toList();
		List<ElectionSettings> settings = new ArrayList<>();
		for (int i = 0; i < this.leases.size(); i++) {
			settings.add(this.leases.get(i)
				.settings(this.cluster.groups().get(i), Machines.id(node.index()), ids, this.plan.durable(),
						(ids.size() > 1) ? this.priorities[node.index()] : 1)
				.but()
				.preempt(this.plan.priorities().preempt() && subject.algorithm().is(Trait.PREEMPTS))
				.options(subject.options())
				.failureDetector(this.detectors[node.index()])
				.build());
		}
		node.configure(settings, subject.algorithm());
	}

	/**
	 * Whether a machine holds its elections by other rules than the cluster.
	 */
	boolean isForeign(int machine) {
		SimulatedNode node = node(machine);
		Subject subject = this.plan.subject();
		return !node.algorithm().equals(subject.algorithm()) || !node.settings(0).options().equals(subject.options());
	}

	/**
	 * Says whose state is an older copy. Nobody starts while there is one: a member that
	 * starts remembers nothing of the others.
	 * @param machine the machine, negative for nobody
	 */
	void withOldState(int machine) {
		this.withOldState = machine;
	}

	/**
	 * Starts a member again after a while, unless somebody else does.
	 */
	void restartLater(SimulatedNode node, long delay) {
		this.cluster.time().after(delay, () -> {
			if (this.withOldState >= 0 || this.startsHeld.getAsBoolean()) {
				restartLater(node, Math.max(delay, LONGER));
			}
			else if (!node.isRunning() && isMember(node.index()) && !this.healed
					&& !node.start(this.dice.chance(500))) {
				restartLater(node, delay);
			}
		});
	}

	/**
	 * Says when nobody may start.
	 */
	void holdStartsWhile(BooleanSupplier condition) {
		this.startsHeld = condition;
	}

	/**
	 * Whether a machine may vote in every group as far as its disk says, and rightly.
	 */
	boolean isVoter(int machine) {
		if (machine == this.withOldState) {
			return false;
		}
		for (int i = 0; i < this.leases.size(); i++) {
			Ballot ballot = this.invariants.ballot(i, machine);
			if (ballot == null || !ballot.voter()) {
				return false;
			}
		}
		return true;
	}

	int voters() {
		return (int) members().stream().filter(this::isVoter).count();
	}

	/**
	 * Lets the faults of a mixture occur at random times until the cluster heals.
	 */
	static final class Schedule {

		private final Run run;

		Schedule(Run run) {
			this.run = run;
		}

		void add(FaultKind kind, Runnable fault) {
			long mean = this.run.plan.mixture().mean(kind);
			if (mean > 0) {
				next(mean, fault);
			}
		}

		private void next(long mean, Runnable fault) {
			this.run.afterUnlessHealed(this.run.dice.between(1, 2 * mean * this.run.rarity), () -> {
				fault.run();
				next(mean, fault);
			});
		}

	}

}
