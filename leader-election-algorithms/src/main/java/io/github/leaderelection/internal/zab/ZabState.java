package io.github.leaderelection.internal.zab;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of ZooKeeper's fast leader election on one node. Immutable.
 *
 * @param position the application's position as read in this round, null if unknown
 * @param vote the own vote, null before the first
 * @param table the votes of the other members in this round
 * @param untilNanos the end of the wait, by the monotonic clock; meaningless while idle
 * @param waitNanos the last pause before the vote was repeated
 * @param failed the members that are passed over: those elected recently without leading,
 * and those without support in this round, possibly this node
 */
public record ZabState(QuorumState election, Phase phase, long round, @Nullable Position position, @Nullable Vote vote,
		List<Heard> table, long untilNanos, long waitNanos, List<NodeId> failed) implements LayeredState<ZabState> {

	public enum Phase {

		/** This node does not look for a leader. */
		IDLE,

		/** It looks for a leader, and waits for its application's position. */
		READING,

		/** It looks for a leader, and sends its vote. */
		LOOKING,

		/** Enough members agree; it waits for a better vote. */
		SETTLING,

		/** Another member was elected, but was not yet heard to stand. */
		CHOOSING,

		/** Another member was elected, stands, and has time to lead. */
		FOLLOWING,

		/** This node was elected and stands. */
		LEADING

	}

	/**
	 * A vote of another member.
	 *
	 * @param vote null for no vote
	 */
	public record Heard(NodeId member, @Nullable Vote vote) {
	}

	static ZabState over(QuorumState election) {
		return new ZabState(election, Phase.IDLE, 0, null, null, List.of(), 0, 0, List.of());
	}

	@Override
	public ZabState withElection(QuorumState next) {
		return new ZabState(next, this.phase, this.round, this.position, this.vote, this.table, this.untilNanos,
				this.waitNanos, this.failed);
	}

	ZabState in(Phase next, long until) {
		return new ZabState(this.election, next, this.round, this.position, this.vote, this.table, until,
				this.waitNanos, this.failed);
	}

	ZabState reading(long newRound, long until) {
		return new ZabState(this.election, Phase.READING, newRound, null, null, List.of(), until, 0, this.failed);
	}

	ZabState read(@Nullable Position told) {
		return new ZabState(this.election, Phase.LOOKING, this.round, told, this.vote, this.table, this.untilNanos, 0,
				this.failed);
	}

	ZabState votingFor(@Nullable Vote next) {
		return new ZabState(this.election, this.phase, this.round, this.position, next, this.table, this.untilNanos,
				this.waitNanos, this.failed);
	}

	ZabState waited(long wait) {
		return new ZabState(this.election, this.phase, this.round, this.position, this.vote, this.table,
				this.untilNanos, wait, this.failed);
	}

	ZabState hearing(NodeId member, @Nullable Vote heard) {
		List<Heard> next = new ArrayList<>(this.table);
		next.removeIf((other) -> other.member().equals(member));
		next.add(new Heard(member, heard));
		return new ZabState(this.election, this.phase, this.round, this.position, this.vote, List.copyOf(next),
				this.untilNanos, this.waitNanos, this.failed);
	}

	ZabState failing(List<NodeId> next) {
		return new ZabState(this.election, this.phase, this.round, this.position, this.vote, this.table,
				this.untilNanos, this.waitNanos, List.copyOf(next));
	}

	boolean isLooking() {
		return this.phase == Phase.READING || this.phase == Phase.LOOKING || this.phase == Phase.SETTLING;
	}

	/**
	 * The number of members with the same vote as this node, itself included.
	 */
	int supporters() {
		int count = 1;
		for (Heard heard : this.table) {
			count += (heard.vote() != null && heard.vote().equals(this.vote)) ? 1 : 0;
		}
		return count;
	}

	/**
	 * Whether this node keeps its vote in vain: the member it votes for has stood back,
	 * and other members vote differently. Only this node may hear all of that; the others
	 * may have passed over that member before.
	 */
	boolean holdsOn() {
		Vote held = this.vote;
		boolean standsBack = false;
		boolean disputed = false;
		for (Heard heard : this.table) {
			if (held != null && heard.member().equals(held.member())) {
				// A vote for a better member does not mean that it has given up.
				standsBack = held.isBetterThan(heard.vote());
			}
			else {
				disputed |= heard.vote() != null && !heard.vote().equals(held);
			}
		}
		return standsBack && disputed;
	}

	/** Whether a member was elected in this round but does not lead yet. */
	boolean awaits(NodeId member) {
		boolean elected = this.phase == Phase.CHOOSING || this.phase == Phase.FOLLOWING;
		return elected && this.vote != null && this.vote.member().equals(member);
	}

	boolean hasFailed(NodeId member) {
		return this.failed.contains(member);
	}

}
