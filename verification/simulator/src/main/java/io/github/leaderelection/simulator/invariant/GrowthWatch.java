package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.spi.Envelope;

/**
 * Term growth of one group: the highest term rises only after a won scouting round, by a
 * hand-over, or by a leader that raises its own. No start proposes a term again that it
 * has given up.
 */
final class GrowthWatch {

	private final Findings findings;

	private final long[] round;

	private final long[] proposed;

	private final BitSet[] yeses;

	private final long[] won;

	private final long[] newest;

	private final long[] givenUp;

	private final Map<Long, Long> ceded = new HashMap<>();

	private long highest;

	private int growths;

	GrowthWatch(Findings findings, int size) {
		this.findings = findings;
		this.round = new long[size];
		this.proposed = new long[size];
		this.yeses = new BitSet[size];
		Arrays.setAll(this.yeses, (machine) -> new BitSet());
		this.won = new long[size];
		this.newest = new long[size];
		this.givenUp = new long[size];
	}

	long highest() {
		return this.highest;
	}

	int growths() {
		return this.growths;
	}

	void started(int machine) {
		this.round[machine] = -1;
		this.yeses[machine].clear();
		this.won[machine] = 0;
		this.newest[machine] = 0;
		this.givenUp[machine] = 0;
	}

	void asks(int machine, ScoutingRequest request) {
		if (this.round[machine] != request.round() || this.proposed[machine] != request.proposedTerm()) {
			this.round[machine] = request.round();
			this.proposed[machine] = request.proposedTerm();
			this.yeses[machine].clear();
		}
	}

	/**
	 * A machine hears an answer to a scout.
	 * @param quorum how many yeses win a round, its own included
	 */
	void hears(int machine, int from, ScoutingResponse response, int quorum) {
		if (response.round() == this.round[machine] && response.granted()) {
			this.yeses[machine].set(from);
			wins(machine, quorum);
		}
	}

	private void wins(int machine, int quorum) {
		if (this.yeses[machine].cardinality() + 1 >= quorum) {
			this.won[machine] = this.proposed[machine];
		}
	}

	/**
	 * A machine gives up what it proposed in terms up to one.
	 */
	void cedes(int machine, long term) {
		this.givenUp[machine] = Math.max(this.givenUp[machine], term);
	}

	/**
	 * A machine gives up what it proposed, for its vote is not saved.
	 */
	void saveFailed(int machine) {
		cedes(machine, this.newest[machine]);
	}

	void leaving(Envelope<?> envelope, QuorumMessage body) {
		if (body instanceof LeadershipCession cession) {
			this.ceded.merge(envelope.incarnation(), cession.term(), Math::max);
		}
	}

	/** A machine proposes. */
	void proposes(int machine, ElectionProposal proposal, int quorum, boolean leads) {
		if (proposal.term() <= this.givenUp[machine]) {
			this.findings.report("no start proposes a term twice",
					"n" + machine + " proposes term " + proposal.term() + " after it gave up " + this.givenUp[machine]);
		}
		this.newest[machine] = proposal.term();
		if (proposal.term() <= this.highest) {
			return;
		}
		wins(machine, quorum);
		boolean scouted = this.won[machine] == proposal.term();
		if (!scouted && !leads && !handedOver(proposal)) {
			this.findings.report("terms grow for a reason",
					"n" + machine + " proposes term " + proposal.term() + " above " + this.highest
							+ " with the yeses of " + this.yeses[machine] + " to its scouting for term "
							+ this.proposed[machine]);
		}
		this.highest = proposal.term();
		this.growths++;
	}

	private boolean handedOver(ElectionProposal proposal) {
		QuorumMessage.Ceded basis = proposal.ceded();
		if (basis == null || basis.term() >= proposal.term()) {
			return false;
		}
		Long upTo = this.ceded.get(basis.incarnation());
		return upTo != null && upTo >= basis.term();
	}

}
