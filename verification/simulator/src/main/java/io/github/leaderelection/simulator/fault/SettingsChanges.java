package io.github.leaderelection.simulator.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.fault.plan.Subject;
import io.github.leaderelection.simulator.network.Machines;

/**
 * Rolling changes of lease settings and of the member list, in the documented way: one at
 * a time, a removed member stopped before the others are rolled, an added one started
 * after them, and the next change only when all show one list and a leader under it.
 */
final class SettingsChanges {

	private static final long MILLI = 1_000_000;

	private static final long CHECK = 50 * MILLI;

	private static final int LARGEST = 8;

	private static final int LARGEST_UNASKED = 3;

	private static final int FEWEST_TO_SHORTEN = 5;

	private static final int FEWEST_TO_DIFFER = 3;

	private static final int MOST_FOREIGNERS = 3;

	private static final long LONGEST_MISTAKE = 10_000 * MILLI;

	private final Run run;

	private final Rolling rolling;

	private final Disks disks;

	/** How often a member had other rules. */
	private int foreigners;

	SettingsChanges(Run run, Disks disks) {
		this.run = run;
		this.disks = disks;
		this.rolling = new Rolling(run);
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.LEASE_CHANGE, this::changeLease);
		schedule.add(FaultKind.MEMBER_CHANGE, this::changeMembers);
		schedule.add(FaultKind.PRIORITY_CHANGE, this::changePriorities);
		schedule.add(FaultKind.FOREIGN_LIST, this::misconfigure);
		schedule.add(FaultKind.OTHER_RULES, this::otherRules);
	}

	/**
	 * Ends a change that is under way: who was removed is gone, and no member stays with
	 * another list or lease.
	 */
	void finish() {
		this.rolling.finish();
		List<NodeId> ids = this.run.members().stream().map(Machines::id).toList();
		for (int machine = 0; machine < this.run.cluster.size(); machine++) {
			SimulatedNode node = this.run.node(machine);
			boolean member = this.run.isMember(machine);
			if (node.isRunning() && !(member && isAsMeant(node, ids))) {
				node.crash(Crash.KILLED);
			}
			if (member && !node.isRunning()) {
				this.run.configure(node);
			}
		}
	}

	private boolean isAsMeant(SimulatedNode node, List<NodeId> ids) {
		return !this.run.isForeign(node.index()) && node.settings(0).members().equals(ids) && node.runsAsConfigured();
	}

	private void changeLease() {
		if (this.rolling.isUnderWay() || this.run.isChangingMembers()) {
			return;
		}
		this.run.count(FaultKind.LEASE_CHANGE, -1, "");
		for (int i = 0; i < this.run.cluster.groups().size(); i++) {
			this.run.lease(i, this.run.lease(i).change(this.run.dice, this.run.plan.durable()));
		}
		// what is longer or larger now cannot be saved everywhere
		if (this.run.plan.mixture().has(FaultKind.FAILING_DISK) && this.run.dice.chance(300)) {
			this.disks.fail();
		}
		this.rolling.begin(this.run.members(), () -> {
		});
	}

	private void changePriorities() {
		if (!this.rolling.isUnderWay() && !this.run.isChangingMembers()) {
			this.run.count(FaultKind.PRIORITY_CHANGE, -1, "");
			this.run.drawPreferences();
			this.rolling.begin(this.run.members(), () -> {
			});
		}
	}

	/**
	 * Starts one member with a list that differs by two, by which it cannot lead alone,
	 * and later with the right one.
	 */
	private void misconfigure() {
		SimulatedNode node = this.run.target();
		List<Integer> list = foreignList(node.index());
		if (list.isEmpty() || this.rolling.isUnderWay() || this.run.isChangingMembers()) {
			return;
		}
		this.run.count(FaultKind.FOREIGN_LIST, node.index(), list);
		this.run.changingMembers(true);
		restartWith(node, list, this.run.plan.subject());
		putRightLater(node);
	}

	/**
	 * Starts one member with an election of other rules, and later with the right one.
	 */
	private void otherRules() {
		SimulatedNode node = this.run.target();
		if (this.rolling.isUnderWay() || this.run.isChangingMembers() || this.run.size() < FEWEST_TO_DIFFER
				|| this.foreigners == MOST_FOREIGNERS) {
			return;
		}
		Subject other = this.run.plan.subject()
			.drawOther(this.run.size(), this.run.dice, this.run.cluster.network().conditions().strict());
		this.foreigners++;
		this.run.count(FaultKind.OTHER_RULES, node.index(), other);
		this.run.changingMembers(true);
		restartWith(node, this.run.members(), other);
		putRightLater(node);
	}

	private void putRightLater(SimulatedNode node) {
		long wrong = this.run.dice.magnitude(10 * MILLI, LONGEST_MISTAKE);
		this.run.afterUnlessHealed(wrong, () -> {
			restartWith(node, this.run.members(), this.run.plan.subject());
			awaitAgreement();
		});
	}

	private void restartWith(SimulatedNode node, List<Integer> list, Subject subject) {
		if (node.isRunning()) {
			node.crash(Crash.KILLED);
		}
		this.run.configure(node, list, subject);
		this.run.restartLater(node, this.run.dice.magnitude(MILLI, 500 * MILLI));
	}

	/**
	 * The list with two strangers more, or with two of five or more others less.
	 */
	private List<Integer> foreignList(int machine) {
		List<Integer> list = new ArrayList<>(this.run.members());
		List<Integer> strangers = IntStream.range(0, this.run.cluster.size())
			.filter((other) -> !this.run.isMember(other))
			.boxed()
			.toList();
		if (list.size() >= FEWEST_TO_SHORTEN && this.run.dice.chance(500)) {
			list.remove(Integer.valueOf(machine));
			list.remove(this.run.dice.index(list.size()));
			list.remove(this.run.dice.index(list.size()));
			list.add(machine);
			return list;
		}
		list.addAll(strangers);
		return (strangers.size() == 2) ? list : List.of();
	}

	private void changeMembers() {
		if (this.rolling.isUnderWay() || this.run.isChangingMembers() || this.run.voters() < this.run.size()
				|| !agree()) {
			return;
		}
		int stranger = stranger();
		boolean add = stranger >= 0 && (this.run.size() < 2 || this.run.dice.chance(600));
		if (!add && (this.run.size() < 2 || !mayForget())) {
			return;
		}
		this.run.changingMembers(true);
		if (add) {
			this.run.count(FaultKind.MEMBER_CHANGE, stranger, "added");
			List<Integer> others = this.run.members();
			this.run.member(stranger, true);
			this.rolling.begin(others, () -> start(stranger));
		}
		else {
			remove(this.run.target());
		}
	}

	/**
	 * Whether the list may lose a member. Without directories nobody of a short list can
	 * be asked which terms are spent, so the guide asks for wall clocks that are past all
	 * of them.
	 */
	private boolean mayForget() {
		if (this.run.plan.durable() || this.run.size() > LARGEST_UNASKED) {
			return true;
		}
		List<Integer> members = this.run.members();
		long clock = members.stream()
			.mapToLong((machine) -> this.run.node(machine).clock().wallMillis())
			.min()
			.orElseThrow();
		return IntStream.range(0, this.run.cluster.groups().size())
			.allMatch((group) -> members.stream()
				.map((machine) -> this.run.invariants.ballot(group, machine))
				.allMatch((ballot) -> ballot == null || ballot.term() < clock));
	}

	private void start(int added) {
		SimulatedNode node = this.run.node(added);
		this.run.configure(node);
		this.run.restartLater(node, MILLI);
		awaitAgreement();
	}

	private void remove(SimulatedNode removed) {
		this.run.count(FaultKind.MEMBER_CHANGE, removed.index(), "removed");
		this.run.member(removed.index(), false);
		if (this.run.dice.chance(500)) {
			removed.stop();
		}
		else {
			removed.crash(Crash.KILLED);
		}
		rollWithout(removed, 250);
	}

	private void rollWithout(SimulatedNode removed, int checks) {
		if (removed.isRunning() && checks > 0) {
			this.run.after(CHECK, () -> rollWithout(removed, checks - 1));
			return;
		}
		if (removed.isRunning()) {
			removed.crash(Crash.KILLED);
		}
		if (!this.run.isHealed()) {
			this.rolling.begin(this.run.members(), this::awaitAgreement);
		}
	}

	private void awaitAgreement() {
		if (agree()) {
			this.run.changingMembers(false);
		}
		else if (!this.run.isHealed()) {
			this.run.after(CHECK, this::awaitAgreement);
		}
	}

	private boolean agree() {
		for (int group = 0; group < this.run.cluster.groups().size(); group++) {
			int leader = this.run.invariants.leader(group);
			if (leader < 0 || !this.run.isMember(leader)) {
				return false;
			}
			String list = this.run.node(leader).settings(group).memberList().fingerprint();
			for (int machine : this.run.members()) {
				QuorumState state = this.run.node(machine).state(group);
				if (state == null || !state.fingerprint().equals(list)) {
					return false;
				}
			}
		}
		return true;
	}

	private int stranger() {
		for (int i = 0; i < Math.min(this.run.cluster.size(), LARGEST); i++) {
			if (!this.run.isMember(i)) {
				return i;
			}
		}
		return -1;
	}

}
