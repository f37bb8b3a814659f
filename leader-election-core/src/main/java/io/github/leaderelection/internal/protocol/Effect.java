package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * What a step asks to be done, in this order. What follows a {@link SaveBallot} waits
 * until the ballot is saved.
 */
public sealed interface Effect<M extends ElectionMessage> {

	/**
	 * Send a message; it may be lost.
	 *
	 * @param answers for an answer the incarnation of the asker, else 0
	 */
	record Send<M extends ElectionMessage>(NodeId to, M body, long answers) implements Effect<M> {
	}

	/**
	 * Start a timer, or move it.
	 */
	record StartTimer<M extends ElectionMessage>(Timer timer, long atNanos) implements Effect<M> {
	}

	/**
	 * Cancel a timer.
	 */
	record CancelTimer<M extends ElectionMessage>(Timer timer) implements Effect<M> {
	}

	/**
	 * Save the ballot durably, answered by {@link Event.BallotSaved} or
	 * {@link Event.BallotNotSaved}. At most one in a step.
	 */
	record SaveBallot<M extends ElectionMessage>(Ballot ballot) implements Effect<M> {
	}

	/**
	 * Admit no more leader-only work and say {@link Event.WorkDrained} when there is none
	 * left.
	 */
	record StopAdmitting<M extends ElectionMessage>(long fencingToken) implements Effect<M> {
	}

	/**
	 * This node leads.
	 *
	 * @param lease until when
	 */
	record Grant<M extends ElectionMessage>(long fencingToken, long term, Lease lease) implements Effect<M> {
	}

	/**
	 * The lease of the leadership is extended, or its term raised.
	 *
	 * @param lease until when
	 */
	record Renew<M extends ElectionMessage>(long fencingToken, long term, Lease lease) implements Effect<M> {
	}

	/**
	 * The leadership ends.
	 */
	record Revoke<M extends ElectionMessage>(long fencingToken, RevocationReason reason) implements Effect<M> {
	}

	/**
	 * Another leader is known.
	 *
	 * @param fencingToken of its leadership, 0 where it is not known
	 */
	record FollowLeader<M extends ElectionMessage>(NodeId leader, long term, long fencingToken,
			boolean direct) implements Effect<M> {
	}

	/**
	 * No leader is known any more.
	 */
	record LeaderLost<M extends ElectionMessage>() implements Effect<M> {
	}

	/**
	 * Keep a link to a member.
	 */
	record ConnectPeer<M extends ElectionMessage>(NodeId peer) implements Effect<M> {
	}

	/**
	 * Keep no link to a member any more.
	 */
	record ForgetPeer<M extends ElectionMessage>(NodeId peer) implements Effect<M> {
	}

	/**
	 * Answer a request.
	 *
	 * @param refusal null if it was done, else why not
	 */
	record Answer<M extends ElectionMessage>(long request, @Nullable String refusal) implements Effect<M> {
	}

	/**
	 * A member's state changed.
	 *
	 * @param observers how many members miss one that is {@link MemberState#DOWN}, else 0
	 */
	record MemberChanged<M extends ElectionMessage>(NodeId member, MemberState state,
			int observers) implements Effect<M> {

		/** A change that nobody counted for. */
		public MemberChanged(NodeId member, MemberState state) {
			this(member, state, 0);
		}

	}

	/**
	 * A leader, perhaps this node, said something new to all that follow it.
	 *
	 * @param broadcast what was said, later than all before
	 */
	record Broadcasted<M extends ElectionMessage>(LeaderBroadcast broadcast) implements Effect<M> {
	}

	/**
	 * Ask the application for its position, answered by {@link Event.PositionRead}.
	 */
	record ReadPosition<M extends ElectionMessage>(long request) implements Effect<M> {
	}

	/**
	 * Ask the store in which the group's lease is kept, answered by
	 * {@link Event.StoreAnswered}. An answer may fail to come, so the protocol sets a
	 * timer of its own.
	 *
	 * @param deadlineNanos how long the answer is waited for
	 */
	record AskStore<M extends ElectionMessage>(long request, LeaseStore.Request what,
			long deadlineNanos) implements Effect<M> {
	}

	/**
	 * Something worth counting and logging happened.
	 */
	record Report<M extends ElectionMessage>(Notice notice, String detail) implements Effect<M> {
	}

	/**
	 * The group has stopped.
	 */
	record Stopped<M extends ElectionMessage>() implements Effect<M> {
	}

}
