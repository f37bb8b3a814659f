package io.github.leaderelection.internal.toy;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The state of the toy election on one node.
 *
 * @param election the state of the election below
 * @param joined whether a seed node let this one in
 * @param bidding whether it waits for those that have come further
 * @param position how far the application had come when it was asked last
 */
record ToyState(QuorumState election, boolean joined, boolean bidding,
		Position position) implements LayeredState<ToyState> {

	@Override
	public ToyState withElection(QuorumState next) {
		return new ToyState(next, this.joined, this.bidding, this.position);
	}

	ToyState joinedNow() {
		return new ToyState(this.election, true, this.bidding, this.position);
	}

	ToyState bidding(boolean is) {
		return new ToyState(this.election, this.joined, is, this.position);
	}

	ToyState at(Position read) {
		return new ToyState(this.election, this.joined, this.bidding, read);
	}

}
