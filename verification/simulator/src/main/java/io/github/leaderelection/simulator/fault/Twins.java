package io.github.leaderelection.simulator.fault;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.spi.Envelope;

/**
 * Second processes of one id. Links refuse them, so what is played is one that gets
 * through to one member all the same: it asks whether it would be supported, asks for the
 * vote, and may give up again. It has an identity of its own, votes for nobody, and hears
 * no answer: two processes that both vote as one member lie outside the promises.
 */
final class Twins {

	private static final long MICRO = 1_000;

	private static final int MOST = 5;

	private static final int MOST_TERMS_ABOVE = 2;

	private static final int GIVES_UP_PER_MILLE = 600;

	private final Run run;

	private int played;

	Twins(Run run) {
		this.run = run;
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.TWIN, this::appear);
	}

	private void appear() {
		int first = this.run.target().index();
		int voter = this.run.dice.pick(this.run.members());
		int group = this.run.dice.index(this.run.cluster.groups().size());
		Envelope<?> own = this.run.cluster.network().forgery().said(first, this.run.cluster.groups().get(group));
		long highest = this.run.invariants.highestTerm(group);
		boolean linked = first != voter && this.run.cluster.network().linked(first, voter);
		if (highest == 0 || own == null || !linked || this.played == MOST) {
			return;
		}
		this.played++;
		long term = highest + this.run.dice.between(0, MOST_TERMS_ABOVE);
		this.run.count(FaultKind.TWIN, first, "asks n" + voter + " for term " + term);
		Twin twin = new Twin(this.run, first, voter, own, this.run.dice.nextLong() | 1);
		long span = this.run.lease(group).lease();
		twin.say(new QuorumMessage.ScoutingRequest(term - 1, 1, term));
		long turn = this.run.dice.magnitude(MICRO, span / 10);
		this.run.after(turn, () -> twin.say(new QuorumMessage.ElectionProposal(term, span, null)));
		if (this.run.dice.chance(GIVES_UP_PER_MILLE)) {
			long end = turn + this.run.dice.magnitude(MICRO, span);
			this.run.after(end, () -> twin.say(new QuorumMessage.LeadershipCession(term, List.of(), false)));
		}
	}

	/**
	 * One such process.
	 *
	 * @param first the machine whose id it has
	 */
	private record Twin(Run run, int first, int voter, Envelope<?> own, long incarnation) {

		void say(QuorumMessage message) {
			SimulatedNetwork network = this.run.cluster.network();
			if (network.link(this.voter, this.first) != 0 && !this.run.isHealed()) {
				network.forgery()
					.sendAs("twin " + this.incarnation, this.incarnation, this.first, this.voter, this.own, message);
			}
		}

	}

}
