package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.state.KnownLeader;
import org.jspecify.annotations.Nullable;

/**
 * The state of a candidate.
 *
 * @param known the leader without a quorum that another node is, or null
 */
public record CandidateState(@Nullable KnownLeader known, Proposal proposal) implements RoleState {

	@Override
	public CandidateState withKnown(@Nullable KnownLeader leader) {
		return new CandidateState(leader, this.proposal);
	}

	public CandidateState withProposal(Proposal newProposal) {
		return new CandidateState(this.known, newProposal);
	}

}
