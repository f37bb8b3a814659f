package io.github.leaderelection.simulator.explorer.node;

import java.util.List;

import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.spi.Ballot;

/**
 * S4 for one event on one node: a vote that leaves is the only one of its term for ever.
 *
 * @param saved what is saved when the vote leaves
 */
record VoteRule(Ballot before, Ballot saved, List<Message> sent) {

	/**
	 * Whether a vote may leave: it is saved, or a higher term is, adopted since the vote
	 * was given in this very event.
	 */
	boolean allows(Ballot.Vote vote, long term) {
		if (this.saved.term() == term) {
			return vote.equals(this.saved.vote());
		}
		return this.saved.term() > term && wasFree(vote, term)
				&& this.sent.stream().allMatch((message) -> message.votedTerm() != term || vote.equals(message.vote()));
	}

	private boolean wasFree(Ballot.Vote vote, long term) {
		Ballot.Vote given = this.before.vote();
		return this.before.term() < term || this.before.term() == term && (given == null || vote.equals(given));
	}

}
