package io.github.leaderelection.simulator.invariant;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.protocol.Ballot;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.simulator.network.Machines;

/**
 * S4 of one group: every vote that left a process, by the identity that gave it.
 */
final class VoteLedger {

	private final Findings findings;

	private final Map<String, Map<Long, Ballot.Vote>> votes = new HashMap<>();

	VoteLedger(Findings findings) {
		this.findings = findings;
	}

	void leaving(Envelope<?> envelope, QuorumMessage body, int to) {
		if (body instanceof ElectionResponse response && response.granted()) {
			voted(envelope, response.proposedTerm(), new Ballot.Vote(Machines.id(to), envelope.answers()));
		}
		else if (body instanceof ElectionProposal proposal) {
			voted(envelope, proposal.term(), new Ballot.Vote(envelope.from(), envelope.incarnation()));
		}
	}

	private void voted(Envelope<?> envelope, long term, Ballot.Vote vote) {
		Ballot.Vote earlier = this.votes.computeIfAbsent(envelope.identity(), (id) -> new HashMap<>())
			.putIfAbsent(term, vote);
		if (earlier != null && !earlier.equals(vote)) {
			this.findings.report("S4", envelope.from() + " (identity " + envelope.identity() + ") voted for " + earlier
					+ " and for " + vote + " in term " + term);
		}
	}

}
