package io.github.leaderelection.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.protocol.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of the default election on one node. Immutable: no array in it is
 * written after it was made.
 *
 * @param config what stays the same from start to stop
 * @param ballot the ballot as the next save would write it
 * @param saved the ballot known to be saved, null before the first save
 * @param saveProblem why nothing can be saved, null while all is well
 * @param startup how far the node is past its start
 * @param promise the promise to support nobody else, or null
 * @param leader the leader another node is, or null
 * @param scouting the open scouting round, or null
 * @param candidacy the open proposal, or null
 * @param reign the grant held, or null
 * @param held proposals that wait for the promise to another to end
 * @param peers what is known of each other member
 * @param heardNanos per member when it was last heard, {@link Turn#NONE} for never
 * @param pace how fast network, disk and leader are
 * @param deadlines per timer when it is due by the protocol, {@link Turn#NONE} for never
 * @param armed per timer what the shell was told: never later than the deadline
 * @param successors who stands next, as the last leader named them
 * @param yieldedTo the scouts this node has already waited for since it last had a leader
 * @param foreignLists members whose list differs too much
 * @param counters small numbers that only grow, and moments to remember
 * @param eligible whether the application lets the node lead
 * @param stopping whether the node was asked to stop
 * @param stopped whether it has
 */
public record QuorumState(Config config, Ballot ballot, @Nullable Ballot saved, @Nullable String saveProblem,
		Startup startup, @Nullable SupportPromise promise, @Nullable KnownLeader leader,
		@Nullable ScoutingRound scouting, @Nullable Candidacy candidacy, @Nullable Reign reign, List<HeldProposal> held,
		Peer[] peers, long[] heardNanos, Pace pace, long[] deadlines, long[] armed, List<NodeId> successors,
		List<NodeId> yieldedTo, List<NodeId> foreignLists, Counters counters, boolean eligible, boolean stopping,
		boolean stopped) {

	QuorumState(Turn turn) {
		this(turn.config, turn.ballot, turn.saved, turn.saveProblem, turn.startup, turn.promise, turn.leader,
				turn.scouting, turn.candidacy, turn.reign, turn.held, turn.peers, turn.heardNanos, turn.pace,
				turn.deadlines, turn.armed, turn.successors, turn.yieldedTo, turn.foreignLists, turn.counters,
				turn.eligible, turn.stopping, turn.stopped);
	}

	/**
	 * The role.
	 * @return leader while a grant is held, candidate while a proposal is open
	 */
	public Role role() {
		if (this.reign != null) {
			return Role.LEADER;
		}
		return (this.candidacy != null) ? Role.CANDIDATE : Role.FOLLOWER;
	}

	/**
	 * Whether the node is past its start: its votes and promises are not held back.
	 * @return true from then on
	 */
	public boolean isPastStart() {
		return this.startup.phase() == Startup.Phase.DONE;
	}

	/**
	 * Whom alone this node supports, for it promised so.
	 * @param monotonicNanos its monotonic clock
	 * @return a member, null while no promise lives
	 */
	public @Nullable NodeId promisedTo(long monotonicNanos) {
		SupportPromise given = this.promise;
		return (given != null && given.untilNanos() - monotonicNanos > 0) ? given.member() : null;
	}

	/**
	 * The last term this node won, granted or raised in place.
	 * @return the term, 0 for a node that does not lead
	 */
	public long wonTerm() {
		return (this.reign != null) ? this.reign.wonTerm() : 0;
	}

	/**
	 * The fingerprint of this node's member list.
	 * @return the fingerprint
	 */
	public String fingerprint() {
		return this.config.fingerprint();
	}

	/**
	 * How long this node would let a leader be silent.
	 * @return nanoseconds
	 */
	public long suspicionNanos() {
		return this.config.timing().suspicion(this.pace.gapNanos(), this.pace.gapDeviationNanos());
	}

	/**
	 * Small numbers that only grow, and moments to remember.
	 *
	 * @param round names scouting rounds
	 * @param beat names heartbeats
	 * @param failedRounds scouting rounds and candidacies failed in a row
	 * @param coolDownEndNanos until when a node that resigned stands behind all others,
	 * {@link Turn#NONE} if it does not
	 * @param yieldEndNanos until when this node lets a scout it granted go first,
	 * {@link Turn#NONE} if it lets none
	 * @param termFloor the highest floor a member named: proposals go above it
	 */
	record Counters(long round, long beat, int failedRounds, long coolDownEndNanos, long yieldEndNanos,
			long termFloor) {

		Counters nextRound() {
			return new Counters(this.round + 1, this.beat, this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos,
					this.termFloor);
		}

		Counters nextBeat() {
			return new Counters(this.round, this.beat + 1, this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos,
					this.termFloor);
		}

		Counters withFailedRounds(int failed) {
			return new Counters(this.round, this.beat, failed, this.coolDownEndNanos, this.yieldEndNanos,
					this.termFloor);
		}

		Counters withCoolDownEnd(long nanos) {
			return new Counters(this.round, this.beat, this.failedRounds, nanos, this.yieldEndNanos, this.termFloor);
		}

		Counters withYieldEnd(long nanos) {
			return new Counters(this.round, this.beat, this.failedRounds, this.coolDownEndNanos, nanos, this.termFloor);
		}

		Counters aboveFloor(long floor) {
			return new Counters(this.round, this.beat, this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos,
					Math.max(floor, this.termFloor));
		}

	}

}
