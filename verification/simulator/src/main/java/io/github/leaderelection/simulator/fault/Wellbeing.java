package io.github.leaderelection.simulator.fault;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Machines;

/**
 * What the members that are well show of one another, and of those that are gone, once
 * one of them has led for long enough.
 */
final class Wellbeing {

	private static final String RULE = "members' health";

	/**
	 * The longest time for which one that came and went has to be well, and a little more
	 * for clocks that differ.
	 */
	private static final int SETTLED_LEASES = 20;

	private final Run run;

	private final Healing healing;

	private final int group;

	private final int leader;

	private final boolean steady;

	/**
	 * A judge of one group.
	 * @param steady whether no heartbeat comes so late that its sender is missed
	 */
	Wellbeing(Run run, Healing healing, int group, int leader, boolean steady) {
		this.run = run;
		this.healing = healing;
		this.group = group;
		this.leader = leader;
		this.steady = steady;
	}

	/**
	 * Judges what is shown, where that had the time to settle.
	 */
	void judge() {
		boolean isWell = this.healing.well().contains(this.leader);
		QuorumState leading = isWell ? this.run.node(this.leader).state(this.group) : null;
		if (leading == null || this.run.plan.livenessNanos() < SETTLED_LEASES * this.run.lease(this.group).lease()) {
			return;
		}
		List<Integer> led = this.healing.well().stream().filter(this::isLed).toList();
		for (int machine : led) {
			for (MemberStatus member : this.run.node(machine).application().elector(this.group).status().members()) {
				int other = Machines.index(member.id());
				if (led.contains(other) && this.healing.areLinked(machine, other)) {
					expect(machine, member, well());
				}
				else if (!this.run.node(other).isRunning() && isMissedByQuorum(led, member.id(), leading.required())) {
					expect(machine, member, gone());
				}
			}
		}
	}

	private boolean isLed(int machine) {
		return machine == this.leader || this.healing.areLinked(machine, this.leader);
	}

	private Set<MemberState> well() {
		return this.steady ? Set.of(MemberState.UP) : Set.of(MemberState.UP, MemberState.SUSPECTED);
	}

	/** Where members join, one that never did is not known. */
	private Set<MemberState> gone() {
		Set<MemberState> gone = EnumSet.of(MemberState.DOWN);
		if (this.run.plan.subject().algorithm().is(Trait.JOINS_BY_SEED_NODES)) {
			gone.add(MemberState.UNKNOWN);
		}
		if (!this.steady) {
			// the leader does not count what one says that it misses itself
			gone.add(MemberState.SUSPECTED);
		}
		return gone;
	}

	/**
	 * Links to a machine that vanished may stay open for as long as nobody looks.
	 */
	private boolean isMissedByQuorum(List<Integer> led, NodeId member, int required) {
		long missing = led.stream()
			.filter((machine) -> machine == this.leader
					|| this.run.cluster.network().link(machine, Machines.index(member)) == 0)
			.count();
		return missing >= required;
	}

	private void expect(int machine, MemberStatus member, Set<MemberState> expected) {
		if (!expected.contains(member.state())) {
			this.run.invariants.findings()
				.report(RULE,
						"n" + machine + " shows " + member.id() + " of group " + this.group + " as " + member.state()
								+ ", not " + expected + ", though n" + this.leader + " leads and the members "
								+ this.healing.well() + " are well: " + member.health());
		}
	}

}
