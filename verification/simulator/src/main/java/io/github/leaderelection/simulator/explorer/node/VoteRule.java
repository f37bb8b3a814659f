package io.github.leaderelection.simulator.explorer.node;

import java.util.List;

import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.spi.Ballot;

/**
 * S4 for one event on one node: a vote that leaves is the only one of its term for ever.
 *
 * @param before what was saved before the event
 * @param saved what is saved when the vote leaves
 * @param sent what has left in the event
 */
record VoteRule(Ballot before, Ballot saved, List<Message> sent) {

	/**
	 * Whether a vote may leave: it is saved, or a higher term is, adopted since the vote
	 * was given in this very event.
	 * @param vote the vote
	 * @param term its term
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
