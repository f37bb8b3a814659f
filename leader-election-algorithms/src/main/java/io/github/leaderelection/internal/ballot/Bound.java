package io.github.leaderelection.internal.ballot;

import java.time.Duration;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The bound on a round trip, which is how long claims are collected.
 */
final class Bound {

	private static final int ROUNDS_EACH = 3;

	private static final int MAX_DOUBLINGS = 10;

	private Bound() {
	}

	/**
	 * The configured bound. Otherwise two and a half times the measured round trip, or a
	 * heartbeat interval if none was measured. It doubles after every few elections
	 * without a leader, for with a short bound the best claim arrives too late.
	 */
	static long of(BallotState state) {
		QuorumState election = state.election();
		ElectionSettings settings = election.settings();
		long configured = configured(settings);
		if (configured != 0) {
			return configured;
		}
		long first = (election.roundTripNanos() != 0) ? election.turnNanos() : settings.heartbeatNanos();
		return Math.min(first << Math.min(state.rounds() / ROUNDS_EACH, MAX_DOUBLINGS), longest(settings));
	}

	/**
	 * The longer of this node's bound and another one, which a message cannot make longer
	 * than the limit.
	 */
	static long agreed(BallotState state, long other) {
		return Math.max(of(state), Math.min(other, longest(state.election().settings())));
	}

	/**
	 * The limit; at least a heartbeat interval.
	 */
	private static long longest(ElectionSettings settings) {
		return settings.leaseNanos() / ElectionSettings.MIN_HEARTBEATS_PER_LEASE;
	}

	/**
	 * The configured bound in nanoseconds, or 0 for none.
	 * @throws InvalidSettingException if it is longer than a heartbeat interval
	 */
	static long configured(ElectionSettings settings) {
		Duration bound = settings.options().duration(BallotNomination.ROUND_TRIP, Duration.ZERO);
		if (bound.compareTo(Duration.ofNanos(settings.heartbeatNanos())) > 0) {
			throw settings.options()
				.refused(BallotNomination.ROUND_TRIP, bound,
						"at most the heartbeat interval of "
								+ InvalidSettingException.text(Duration.ofNanos(settings.heartbeatNanos()))
								+ ", or lengthen that");
		}
		return bound.toNanos();
	}

}
