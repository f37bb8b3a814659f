package io.github.leaderelection.simulator.fault;

import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.SimulatedNode;

/**
 * L1 and L2, judged after the healing: a leader within the bound, then no change; where
 * somebody that could lead stands at all. Then what is shown of the members' health.
 */
final class Liveness {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final long CHECK = 5 * MILLI;

	/** Longer than the longest start of a node that must ask others, on a slow disk. */
	private static final long LONGEST_START = 60 * SECOND;

	private static final long COOL_DOWN_LEASES = 12;

	private static final long SETTLE_LEASES = 6;

	/** Who is nominated may be lost before it leads; then another is found. */
	private static final long NOMINATION_LEASES = 2;

	/** Two that are heard and do not hear may be elected by turns. */
	private static final long TURNS_LEASES = 60;

	private static final double LARGEST_SUSPICION = 0.6;

	private static final double LEAST_SHARE = 0.999;

	private final Run run;

	private final Healing healing;

	private final Requests requests;

	private final long healedAt;

	Liveness(Run run, Healing healing, Requests requests) {
		this.run = run;
		this.healing = healing;
		this.requests = requests;
		this.healedAt = run.now();
	}

	void judge() {
		long patience = this.healedAt + LONGEST_START;
		while (isWell() && !isReady()) {
			if (this.run.now() > patience) {
				report("L1", "a connected majority is not past its start after " + LONGEST_START / SECOND + " s");
				return;
			}
			this.run.pass(CHECK);
		}
		int groups = this.run.cluster.groups().size();
		long[] led = IntStream.range(0, groups).mapToLong(this.run.invariants::ledNanos).toArray();
		this.run.pass(bound());
		awaitHandOver(led);
		LeadershipPeriod[] reigns = new LeadershipPeriod[groups];
		for (int i = 0; i < groups && isWell(); i++) {
			reigns[i] = LeadershipPeriod.of(this.run, i);
			if (reigns[i].leader < 0 && mayBeLed(i)) {
				report("L1", "group " + i + " has no leader " + bound() / MILLI + " ms after the majority "
						+ this.healing.well() + " was healed");
			}
		}
		if (!this.run.leadersStay()) {
			settle(reigns);
		}
		// what was said last before a leader was found may still be answered
		long last = Math.min(SETTLE_LEASES * this.run.largestLease(), this.run.plan.livenessNanos() / 3);
		this.run.pass(last);
		long[] talk = talk();
		this.run.pass(this.run.plan.livenessNanos() - last);
		for (int i = 0; i < groups && isWell(); i++) {
			oneLeads(i);
			if (mayBeLed(i)) {
				LeadershipPeriod after = LeadershipPeriod.of(this.run, i);
				judge(i, reigns[i], after);
				judgeTalk(i, talk()[i] - talk[i]);
				new Wellbeing(this.run, this.healing, i, after.leader, isSteady(i)).judge();
			}
		}
	}

	private long[] talk() {
		return IntStream.range(0, this.run.cluster.groups().size())
			.mapToLong((group) -> this.run.invariants.talk(group, this.healing.well()))
			.toArray();
	}

	/**
	 * Under a leader that all hear nobody looks for one: no scouting, no round, no lap.
	 */
	private void judgeTalk(int group, long said) {
		if (said > mostFalseAlarms(group) && this.healing.isUndisturbed()) {
			report("elections end", "group " + group + ": though the majority " + this.healing.well()
					+ " has a leader, its members said " + said + " things to each other that belong to elections");
		}
	}

	/**
	 * Where heartbeats come more often than the network is steady, or a leader may be
	 * suspected before three are missing, one that is late makes a member ask in vain now
	 * and then.
	 */
	private long mostFalseAlarms(int group) {
		if (!isSteady(group)) {
			return Long.MAX_VALUE;
		}
		boolean early = this.run.plan.subject().algorithm().is(Trait.SUSPECTS_EARLY);
		return early ? this.run.plan.livenessNanos() / this.run.lease(group).lease() : 0;
	}

	/** Whether heartbeats come less often than the network delays one. */
	private boolean isSteady(int group) {
		return 2 * this.run.cluster.network().conditions().longest() <= this.run.lease(group).heartbeat();
	}

	/**
	 * Whatever was led apart while the network was divided: of those that all hear one
	 * another again one leads at most.
	 */
	private void oneLeads(int group) {
		List<Integer> leading = this.healing.well()
			.stream()
			.filter((machine) -> this.run.node(machine).leads(group))
			.toList();
		if (leading.size() > 1) {
			report("one leader after the healing",
					"group " + group + ": " + leading + " all lead, though " + this.healing.well() + " are well");
		}
	}

	/**
	 * Where a leader may be followed by a better one, the bound may end within such a
	 * hand-over: a group that was led in time gets as long once more for the next leader.
	 */
	private void awaitHandOver(long[] ledBefore) {
		long patience = this.run.now() + bound();
		while (isWell() && isHandedOver(ledBefore) && this.run.now() < patience) {
			this.run.pass(CHECK);
		}
	}

	private boolean isHandedOver(long[] ledBefore) {
		return !this.run.leadersStay() && IntStream.range(0, ledBefore.length)
			.anyMatch((group) -> this.run.invariants.leader(group) < 0
					&& this.run.invariants.ledNanos(group) > ledBefore[group]);
	}

	/**
	 * Where a leader may be followed by a better one, lets that happen first.
	 */
	private void settle(LeadershipPeriod[] reigns) {
		this.run.pass((COOL_DOWN_LEASES + SETTLE_LEASES) * this.run.largestLease());
		if (this.run.plan.priorities().preempt()) {
			// the slowest clock counts ten leases, work may be under way, and a second
			// one
			// may try
			this.run.pass(2 * (COOL_DOWN_LEASES * this.run.largestLease() + longestDrain() + bound()));
		}
		for (int i = 0; i < reigns.length && isWell(); i++) {
			reigns[i] = LeadershipPeriod.of(this.run, i);
		}
	}

	/**
	 * Whether one of those that are well stands for election and reaches a quorum: those
	 * that are still paused do not stand, nor do witnesses. Where voters refuse one that
	 * is behind, the one that is furthest may be among these. A lap need not get round
	 * where a member speaks and does not hear: the ring election says so.
	 */
	private boolean mayBeLed(int group) {
		List<Integer> well = this.healing.well();
		boolean refusesThoseBehind = this.run.plan.subject().algorithm().is(Trait.REFUSES_THOSE_BEHIND);
		if (refusesThoseBehind && well.stream().anyMatch((machine) -> !mayLead(machine, group))) {
			return false;
		}
		for (int machine : well) {
			long linked = well.stream().filter((other) -> this.healing.areLinked(machine, other)).count();
			if (mayLead(machine, group) && linked + 1 >= this.run.quorum()) {
				return true;
			}
		}
		return false;
	}

	private boolean mayLead(int machine, int group) {
		SimulatedNode node = this.run.node(machine);
		return !node.settings(group).isWitness() && !node.application().elector(group).eligibility().isPaused();
	}

	private void judge(int group, LeadershipPeriod before, LeadershipPeriod after) {
		if (before.leader != after.leader || before.grants != after.grants) {
			report("L2",
					"group " + group + ": leader n" + before.leader + " was followed by n" + after.leader + " in "
							+ (after.grants - before.grants) + " grants though the majority " + this.healing.well()
							+ " was well");
		}
		if (before.term != after.term) {
			report("terms stay flat",
					"group " + group + ": term " + before.term + " rose to " + after.term + " under a healthy leader");
		}
		double share = (double) (after.led - before.led) / this.run.plan.livenessNanos();
		if (share < LEAST_SHARE) {
			report("L2", "group " + group + " had a leader for only " + share + " of the time");
		}
	}

	/**
	 * Whether the healed members are past their starts and linked, and what was begun
	 * before is over.
	 */
	private boolean isReady() {
		List<Integer> well = this.healing.well();
		for (int machine : well) {
			SimulatedNode node = this.run.node(machine);
			if (!node.canAnswer() || node.isSavingSince(this.healedAt) || !isPastStart(node)) {
				return false;
			}
			for (int other : well) {
				if (this.healing.areLinked(machine, other) && !this.run.cluster.network().linked(machine, other)) {
					return false;
				}
			}
		}
		return this.run.now() > this.requests.lastAsked() + longestDrain();
	}

	private boolean isPastStart(SimulatedNode node) {
		for (int i = 0; i < this.run.cluster.groups().size(); i++) {
			QuorumState state = node.state(i);
			if (state == null || !state.isPastStart() || !this.run.invariants.isUsable(i, node.index())) {
				return false;
			}
		}
		return true;
	}

	/**
	 * B = L(1+d)/(1-d) + S + (N+4)(rank delay + round trip + save) by the slowest clock,
	 * with the largest suspicion and rank delay there can be. A node that was asked to
	 * resign may be the only one that can lead; it stands behind all others.
	 */
	private long bound() {
		long lease = this.run.largestLease();
		double drift = 0;
		for (int i = 0; i < this.run.cluster.groups().size(); i++) {
			drift = Math.max(drift, this.run.lease(i).drift());
		}
		long roundTrip = 2 * this.run.cluster.network().conditions().longest();
		long turn = Math.max(lease / 5, 10 * MILLI) + roundTrip + lease / 30 + 4 * MILLI;
		double bound = lease * (1 + drift) / (1 - drift) + LARGEST_SUSPICION * lease + (this.run.size() + 4) * turn;
		boolean resigned = this.requests.lastAsked() > this.healedAt - COOL_DOWN_LEASES * lease;
		long coolDown = resigned ? this.run.size() * turn : 0;
		boolean nominated = this.run.plan.subject().algorithm().is(Trait.LAYERED);
		long nomination = nominated ? NOMINATION_LEASES * lease + this.run.size() * turn : 0;
		return (long) (bound / (1 - drift)) + coolDown + nomination + turns();
	}

	/**
	 * Where positions decide, those that are heard and do not hear are elected first. One
	 * is passed over within the bound; for several the election says that it may take
	 * long.
	 */
	private long turns() {
		boolean several = this.run.plan.subject().algorithm().is(Trait.ELECTS_THE_FURTHEST_UNHEARD)
				&& this.healing.disturbers() > 1;
		return several ? TURNS_LEASES * this.run.largestLease() : 0;
	}

	private long longestDrain() {
		long longest = 0;
		for (int i = 0; i < this.run.cluster.groups().size(); i++) {
			longest = Math.max(longest, this.run.lease(i).drain());
		}
		return longest + longest / 2 + SECOND;
	}

	private boolean isWell() {
		return this.run.invariants.findings().first() == null;
	}

	private void report(String rule, String what) {
		this.run.invariants.findings().report(rule, what);
	}

	/**
	 * Who leads, and what has been spent so far.
	 */
	private record LeadershipPeriod(int leader, int grants, long term, long led) {

		static LeadershipPeriod of(Run run, int group) {
			return new LeadershipPeriod(run.invariants.leader(group), run.invariants.grants(group),
					run.invariants.highestTerm(group), run.invariants.ledNanos(group));
		}

	}

}
