package io.github.leaderelection.simulator.invariant;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;

/**
 * S4 of one group: every vote that left a process or that it saved, by the identity that
 * gave it. A proposal is no vote: its sender votes for itself once that is saved.
 */
final class VoteLedger {

	private final Findings findings;

	private final Map<String, Map<Long, Ballot.Vote>> votes = new HashMap<>();

	VoteLedger(Findings findings) {
		this.findings = findings;
	}

	void leaving(Envelope<?> envelope, QuorumMessage body, int to) {
		if (body instanceof ElectionResponse response && response.granted()) {
			voted(envelope.from(), envelope.identity(), response.proposedTerm(),
					new Ballot.Vote(Machines.id(to), envelope.answers()));
		}
	}

	void saved(int machine, Ballot ballot) {
		Ballot.Vote vote = ballot.vote();
		if (vote != null) {
			voted(Machines.id(machine), ballot.identity(), ballot.term(), vote);
		}
	}

	private void voted(NodeId voter, String identity, long term, Ballot.Vote vote) {
		Ballot.Vote earlier = this.votes.computeIfAbsent(identity, (id) -> new HashMap<>()).putIfAbsent(term, vote);
		if (earlier != null && !earlier.equals(vote)) {
			this.findings.report("S4", voter + " (identity " + identity + ") voted for " + earlier + " and for " + vote
					+ " in term " + term);
		}
	}

}
