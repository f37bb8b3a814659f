package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.spi.Ballot;

/**
 * Which messages and which terms a node believes. An election raises a term by one, so a
 * term far above all known ones comes from a wrong clock. Adopting it could end
 * leadership for ever, and so could refusing a true one. Therefore a node believes higher
 * terms the longer it knows no leader.
 */
public final class Plausibility {

	private static final long DAY_MILLIS = 24 * 3_600_000;

	private static final long STRIDE = 1L << 20;

	private static final int MAX_DOUBLINGS = 30;

	/**
	 * A start wait is at most three leases, by the largest bound on drift, and a
	 * candidacy less than one and a half.
	 */
	private static final long LONGEST_WAIT_LEASES = 5;

	private Plausibility() {
	}

	/**
	 * Whether the numbers in a message lie within their ranges, whatever the node knows.
	 */
	public static boolean isWellFormed(QuorumMessage message) {
		return lowestTerm(message) >= 0 && plausibleSpan(message);
	}

	/**
	 * A span is a configured lease and has its bounds. A larger one would be remembered
	 * for ever.
	 */
	private static boolean plausibleSpan(QuorumMessage message) {
		long span = 0;
		if (message instanceof LeaderHeartbeat heartbeat) {
			if (heartbeat.roundTripNanos() < 0 || heartbeat.roundTripNanos() > ElectionSettings.MAX_LEASE.toNanos()) {
				return false;
			}
			span = heartbeat.spanNanos();
		}
		else if (message instanceof ElectionProposal proposal) {
			span = proposal.spanNanos();
		}
		else if (message instanceof ElectionResponse response) {
			return plausibleLease(response.leaseNanos());
		}
		else if (message instanceof HeartbeatResponse response) {
			return plausibleLease(response.leaseNanos());
		}
		else if (message instanceof ScoutingResponse response) {
			// a scout waits so long for a member that said yes
			return response.promiseRemainingNanos() >= 0
					&& response.promiseRemainingNanos() <= LONGEST_WAIT_LEASES * ElectionSettings.MAX_LEASE.toNanos();
		}
		else if (message instanceof StateAnswer answer) {
			span = answer.spanNanos();
			if (!(answer.drift() >= 0 && answer.drift() < ElectionSettings.MAX_CLOCK_DRIFT)) {
				return false;
			}
		}
		return span >= 0 && span <= ElectionSettings.MAX_LEASE.toNanos();
	}

	/**
	 * A lease outside the configurable range must not end votes and leases, nor make a
	 * leader beat without a pause.
	 */
	private static boolean plausibleLease(long lease) {
		return lease >= ElectionSettings.MIN_HEARTBEATS_PER_LEASE * ElectionSettings.MIN_HEARTBEAT.toNanos()
				&& lease <= ElectionSettings.MAX_LEASE.toNanos();
	}

	private static long lowestTerm(QuorumMessage message) {
		if (message instanceof ScoutingRequest request) {
			return Math.min(request.term(), request.proposedTerm());
		}
		if (message instanceof ElectionProposal proposal && proposal.ceded() != null) {
			return Math.min(proposal.term(), proposal.ceded().term());
		}
		return message.term();
	}

	/**
	 * Whether the term in a message is one that this node believes.
	 */
	public static boolean isPlausible(QuorumState state, Now now, QuorumMessage message) {
		return isPlausible(state, now, decisiveTerm(message));
	}

	public static boolean isPlausible(QuorumState state, Now now, long term) {
		return term <= state.heldTerm() || term <= highest(state, now);
	}

	/**
	 * The term in a message that its receiver may adopt. Questions about state and their
	 * answers have none.
	 */
	public static long decisiveTerm(QuorumMessage message) {
		if (message instanceof QuorumMessage.Introduction || message instanceof QuorumMessage.StateQuestion
				|| message instanceof QuorumMessage.StateAnswer) {
			return 0;
		}
		if (message instanceof ScoutingRequest request) {
			return Math.max(request.term(), request.proposedTerm());
		}
		if (message instanceof ScoutingResponse response) {
			return Math.max(response.term(), response.leaderTerm());
		}
		if (message instanceof ElectionProposal proposal && proposal.ceded() != null) {
			return Math.max(proposal.term(), proposal.ceded().term());
		}
		if (message instanceof LeaderHeartbeat heartbeat) {
			return Math.max(heartbeat.term(), heartbeat.token());
		}
		return message.term();
	}

	/**
	 * The highest term that this node believes: by its own term, by its wall clock, or by
	 * what a quorum names.
	 */
	public static long highest(QuorumState state, Now now) {
		long stride = STRIDE << doublings(state, now.monotonicNanos());
		long held = state.heldTerm();
		long named = state.evidence().reachedBy(held, state.required());
		long byTerms = Math.min(Math.max(held, named), Ballot.MAX_TERM) + stride;
		return Math.min(Math.max(byTerms, now.wallMillis() + DAY_MILLIS), Ballot.MAX_TERM);
	}

	private static int doublings(QuorumState state, long nanos) {
		long since = state.evidence().leaderlessSinceNanos();
		if (since == Timing.NONE) {
			return 0;
		}
		return (int) Math.min(Math.max(0, nanos - since) / state.timing().leaseNanos(), MAX_DOUBLINGS);
	}

}
