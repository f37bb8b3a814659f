package io.github.leaderelection.simulator.explorer.node;

import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.canonical.ExploredState;
import io.github.leaderelection.simulator.explorer.canonical.Questions;

/**
 * What a node still waits for.
 *
 * @param candidacy the term it stands in, 0 if it does not
 * @param token the token of its grant, 0 for none
 * @param raise the term it raises its own to, 0 if it does not
 * @param cededIncarnations for each other node which life of it has ceded
 * @param cededTerms for each other node up to which term that life has ceded
 */
public record Awaited(long candidacy, long token, long raise, long[] cededIncarnations, long[] cededTerms,
		Questions questions) {

	/** Of a node that is down. */
	static final Awaited NOTHING = new Awaited(0, 0, 0, new long[0], new long[0], Questions.NONE);

	static Awaited of(QuorumState state) {
		ExploredState seen = new ExploredState(state);
		return new Awaited(seen.candidacyTerm(), seen.token(), seen.raisedTerm(), seen.cededIncarnations(),
				seen.cededTerms(), Questions.of(state));
	}

	boolean waitsForVotesIn(long term) {
		return term != 0 && (term == this.candidacy || term == this.token || term == this.raise);
	}

	/** Whether a node is known to have ceded a term. */
	boolean hasHeardCession(int position, long incarnation, long term) {
		return this.cededTerms.length > 0 && this.cededIncarnations[position] == incarnation
				&& term <= this.cededTerms[position];
	}

}
