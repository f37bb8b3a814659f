package io.github.leaderelection.simulator.fault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.ForwardingObserver;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Second processes of one id. Links refuse them, so what is played is one that gets
 * through to one member all the same: it asks whether it would be supported, asks for the
 * vote, and may give up again. It has an identity of its own, votes for nobody, and hears
 * no answer: two processes that both vote as one member lie outside the promises.
 */
final class Twins extends ForwardingObserver {

	private static final long MICRO = 1_000;

	private static final int MOST = 5;

	private static final int MOST_TERMS_ABOVE = 2;

	private static final int GIVES_UP_PER_MILLE = 600;

	/** What each machine's processes said last, by group: so theirs are signed. */
	private final Map<String, Envelope<?>> said = new HashMap<>();

	private @Nullable Run run;

	private int played;

	Twins(ClusterObserver next) {
		super(next);
	}

	void plan(Schedule schedule, Run ofRun) {
		this.run = ofRun;
		schedule.add(FaultKind.TWIN, () -> appear(ofRun));
	}

	@Override
	public void leaving(Transit transit) {
		super.leaving(transit);
		if (this.run != null && this.run.plan.mixture().has(FaultKind.TWIN)) {
			this.said.put(key(transit.from(), transit.envelope().group()), transit.envelope());
		}
	}

	private static String key(int machine, String group) {
		return machine + " " + group;
	}

	private void appear(Run ofRun) {
		int first = ofRun.target().index();
		int voter = ofRun.dice.pick(ofRun.members());
		int group = ofRun.dice.index(ofRun.cluster.groups().size());
		Envelope<?> own = this.said.get(key(first, ofRun.cluster.groups().get(group)));
		long highest = ofRun.invariants.highestTerm(group);
		boolean linked = first != voter && ofRun.cluster.network().linked(first, voter);
		if (highest == 0 || own == null || !linked || this.played == MOST) {
			return;
		}
		this.played++;
		long term = highest + ofRun.dice.between(0, MOST_TERMS_ABOVE);
		ofRun.count(FaultKind.TWIN, first, "asks n" + voter + " for term " + term);
		Twin twin = new Twin(ofRun, first, voter, own, ofRun.dice.nextLong() | 1);
		long span = ofRun.lease(group).lease();
		twin.say(new QuorumMessage.ScoutingRequest(term - 1, 1, term));
		long turn = ofRun.dice.magnitude(MICRO, span / 10);
		ofRun.cluster.time().after(turn, () -> twin.say(new QuorumMessage.ElectionProposal(term, span, null)));
		if (ofRun.dice.chance(GIVES_UP_PER_MILLE)) {
			long end = turn + ofRun.dice.magnitude(MICRO, span);
			ofRun.cluster.time()
				.after(end, () -> twin.say(new QuorumMessage.LeadershipCession(term, List.of(), false)));
		}
	}

	/**
	 * One such process.
	 *
	 * @param run the run
	 * @param first the machine whose id it has
	 * @param voter to whom it gets through
	 * @param own what that machine said last
	 * @param incarnation its own
	 */
	private record Twin(Run run, int first, int voter, Envelope<?> own, long incarnation) {

		void say(QuorumMessage message) {
			long link = this.run.cluster.network().link(this.voter, this.first);
			if (link != 0 && !this.run.isHealed()) {
				Envelope<?> envelope = new Envelope<>(this.own.cluster(), this.own.group(), this.own.from(),
						"twin " + this.incarnation, this.incarnation, this.own.fingerprint(), 0, message);
				this.run.cluster.network().deliver(new Transit(this.first, this.voter, link, envelope), 0);
			}
		}

	}

}
