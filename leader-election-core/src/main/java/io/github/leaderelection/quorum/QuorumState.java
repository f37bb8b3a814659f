package io.github.leaderelection.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.protocol.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of the default election on one node. Immutable: no array in it is
 * written after it was made.
 */
public final class QuorumState {

	final Config config;

	final Ballot ballot;

	/** The ballot known to be saved, null before the first save. */
	final @Nullable Ballot saved;

	/** Why nothing can be saved, null while all is well. */
	final @Nullable String saveProblem;

	final Startup startup;

	final @Nullable SupportPromise promise;

	final @Nullable KnownLeader leader;

	final @Nullable ScoutingRound scouting;

	final @Nullable Candidacy candidacy;

	final @Nullable Reign reign;

	final List<HeldProposal> held;

	final Peer[] peers;

	/** Per member when it was last heard, {@link Turn#NONE} for never. */
	final long[] heardNanos;

	final Pace pace;

	/** Per timer when it is due by the protocol, {@link Turn#NONE} for never. */
	final long[] deadlines;

	/** Per timer what the shell was told: never later than the deadline. */
	final long[] armed;

	/** Who stands next, as the last leader named them. */
	final List<NodeId> successors;

	/** The scouts this node has already waited for since it last had a leader. */
	final List<NodeId> yieldedTo;

	/** Members whose list differs too much. */
	final List<NodeId> foreignLists;

	final Counters counters;

	final boolean stopping;

	final boolean stopped;

	QuorumState(Turn turn) {
		this.config = turn.config;
		this.ballot = turn.ballot;
		this.saved = turn.saved;
		this.saveProblem = turn.saveProblem;
		this.startup = turn.startup;
		this.promise = turn.promise;
		this.leader = turn.leader;
		this.scouting = turn.scouting;
		this.candidacy = turn.candidacy;
		this.reign = turn.reign;
		this.held = turn.held;
		this.peers = turn.peers;
		this.heardNanos = turn.heardNanos;
		this.pace = turn.pace;
		this.deadlines = turn.deadlines;
		this.armed = turn.armed;
		this.successors = turn.successors;
		this.yieldedTo = turn.yieldedTo;
		this.foreignLists = turn.foreignLists;
		this.counters = turn.counters;
		this.stopping = turn.stopping;
		this.stopped = turn.stopped;
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
	 * The ballot as the next save would write it.
	 * @return the ballot
	 */
	public Ballot ballot() {
		return this.ballot;
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
