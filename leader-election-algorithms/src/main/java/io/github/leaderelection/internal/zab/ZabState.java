package io.github.leaderelection.internal.zab;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of ZooKeeper's fast leader election on one node. Immutable.
 *
 * @param election the state of the election below
 * @param phase what this node does
 * @param round the newest round it knows of
 * @param position the application's position as read in this round, null if it could not
 * be
 * @param vote whom it votes for, null for nobody yet
 * @param table the votes of the others in this round
 * @param untilNanos until when it waits, by the monotonic clock; means nothing while idle
 * @param waitNanos how long it waited last before it told its vote again
 * @param failed who was elected in the rounds just before and does not lead, and who did
 * not find support in this round and stands back, this node among them
 */
public record ZabState(QuorumState election, Phase phase, long round, @Nullable Position position, @Nullable Vote vote,
		List<Heard> table, long untilNanos, long waitNanos, List<NodeId> failed) implements Nominating<ZabState> {

	/**
	 * What a node does.
	 */
	public enum Phase {

		/** It does not look for a leader. */
		IDLE,

		/** It looks, and waits for its application's position. */
		READING,

		/** It looks, and tells its vote. */
		LOOKING,

		/** Enough hold one vote; it waits for a better one. */
		SETTLING,

		/** Another was elected and has not been heard to stand yet. */
		CHOOSING,

		/** Another was elected, stands, and is given time to lead. */
		FOLLOWING,

		/** It was elected and stands. */
		LEADING

	}

	/**
	 * A vote of another member.
	 *
	 * @param member who votes
	 * @param vote for whom, null for nobody
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
	 * How many members hold the vote this node holds, itself included.
	 */
	int supporters() {
		int count = 1;
		for (Heard heard : this.table) {
			count += (heard.vote() != null && heard.vote().equals(this.vote)) ? 1 : 0;
		}
		return count;
	}

	/**
	 * Whether this node holds on to a vote in vain: the member it is for stands back and
	 * will not stand, and others vote for another. This node alone may hear all of that;
	 * those others may have passed that member over before.
	 */
	boolean holdsOn() {
		Vote held = this.vote;
		boolean standsBack = false;
		boolean disputed = false;
		for (Heard heard : this.table) {
			if (held != null && heard.member().equals(held.member())) {
				// one that votes for a better one has not given up
				standsBack = held.isBetterThan(heard.vote());
			}
			else {
				disputed |= heard.vote() != null && !heard.vote().equals(held);
			}
		}
		return standsBack && disputed;
	}

	/** Whether a member was elected in this round and has not led yet. */
	boolean awaits(NodeId member) {
		boolean elected = this.phase == Phase.CHOOSING || this.phase == Phase.FOLLOWING;
		return elected && this.vote != null && this.vote.member().equals(member);
	}

	boolean hasFailed(NodeId member) {
		return this.failed.contains(member);
	}

}
