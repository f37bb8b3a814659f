package io.github.leaderelection.internal.raft;

import java.util.List;

import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the election by positions on one node. Immutable.
 *
 * @param question the question that waits for this node's position, or null
 * @param asked the last question sent, or null
 * @param due the reading before held proposals are judged, or null
 */
public record RaftState(QuorumState election, long requests, @Nullable Question question, @Nullable Question asked,
		List<AwaitedClaim> claims, @Nullable Recheck due) implements LayeredState<RaftState> {

	public RaftState {
		claims = List.copyOf(claims);
	}

	static RaftState over(QuorumState election) {
		return new RaftState(election, 0, null, null, List.of(), null);
	}

	@Override
	public RaftState withElection(QuorumState next) {
		return new RaftState(next, this.requests, this.question, this.asked, this.claims, this.due);
	}

	RaftState nextRequest() {
		return new RaftState(this.election, this.requests + 1, this.question, this.asked, this.claims, this.due);
	}

	RaftState asking(@Nullable Question next) {
		return new RaftState(this.election, this.requests, next, this.asked, this.claims, this.due);
	}

	RaftState hasAsked(Question sent) {
		return new RaftState(this.election, this.requests, null, sent, this.claims, this.due);
	}

	RaftState withClaims(List<AwaitedClaim> next) {
		return new RaftState(this.election, this.requests, this.question, this.asked, next, this.due);
	}

	RaftState rechecking(@Nullable Recheck next) {
		return new RaftState(this.election, this.requests, this.question, this.asked, this.claims, next);
	}

	/**
	 * A reading before held proposals are judged.
	 *
	 * @param bound whether this node has led or followed since it asked
	 */
	record Recheck(long request, boolean bound) {
	}

}
