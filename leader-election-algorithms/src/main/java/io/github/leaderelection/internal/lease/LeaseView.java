package io.github.leaderelection.internal.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Derives what status, endpoint and meters show of an election by a lease.
 */
final class LeaseView {

	/** While there is a leader, one request without an answer is no problem yet. */
	private static final int FEW_FAILURES = 1;

	private static final int FEW_WRITES = 1;

	private LeaseView() {
	}

	static ElectionView of(LeaseState state, Now now) {
		Held held = state.own().held();
		boolean leads = held != null && held.lease().valid(now);
		return new ElectionView(role(state, leads), held != null && held.drain() != null, state.sight().highestToken(),
				leader(state, leads), List.of(), 0, 0, LeaseAlgorithm.PROMISES, voting(state), problems(state), "");
	}

	/** There are no votes: a node takes full part once the store has answered it. */
	private static String voting(LeaseState state) {
		return (state.sight().seen() != null) ? "yes: it has read the record" : "not yet: it has not read the record";
	}

	private static Role role(LeaseState state, boolean leads) {
		if (leads) {
			return Role.LEADER;
		}
		PendingRequest open = state.asking().open();
		boolean writes = open != null
				&& (open.request() instanceof Request.Take || open.request() instanceof Request.Renew);
		return writes ? Role.CANDIDATE : Role.FOLLOWER;
	}

	private static @Nullable LeaderView leader(LeaseState state, boolean leads) {
		Held held = state.own().held();
		if (leads && held != null) {
			long token = held.record().token();
			return new LeaderView(state.config().self(), token, token, true);
		}
		NodeId leader = state.sight().leader();
		long token = state.sight().leaderToken();
		return (leader != null) ? new LeaderView(leader, token, token, state.asking().failures() <= FEW_FAILURES)
				: null;
	}

	private static List<String> problems(LeaseState state) {
		List<String> problems = new ArrayList<>();
		FailedWrites writes = state.asking().failedWrites();
		int failures = state.asking().failures();
		if (failures > FEW_FAILURES || (failures > 0 && isLeaderless(state))) {
			problems.add("The store has not answered the last "
					+ ((failures > 1) ? failures + " requests: " : "request: ") + state.asking().problem());
		}
		else if (writes != null && writes.inARow() > FEW_WRITES) {
			problems.add(failing(writes, state.config()));
		}
		LeaseRecord shown = (state.sight().seen() != null) ? state.sight().seen().record() : null;
		if (shown != null && !shown.isLegal()) {
			problems.add(illegal(shown, state.sight().longestNanos()));
		}
		else if (shown != null && isLeaderless(state)) {
			waiting(shown, state.sight()).ifPresent(problems::add);
		}
		return problems;
	}

	private static boolean isLeaderless(LeaseState state) {
		return state.own().held() == null && state.sight().leader() == null;
	}

	private static String failing(FailedWrites writes, LeaseConfig config) {
		String reads = "The store answers reads, and ";
		if (writes.slow()) {
			return reads + "has not answered the last " + writes.inARow() + " writes within "
					+ millis(config.requestNanos()) + " each: " + writes.reason()
					+ ". Lengthen leader-election.lease-duration, and leave heartbeat-interval unset";
		}
		return reads + "failed the last " + writes.inARow() + " writes at once: " + writes.reason()
				+ ". Let it accept writes of this node: it may be a read-only copy, be full, or withhold the right";
	}

	private static String illegal(LeaseRecord shown, long longestNanos) {
		List<String> wrong = new ArrayList<>();
		boolean isReadable = !shown.equals(LeaseRecord.unreadable(shown.version()));
		if (!isReadable) {
			wrong.add("a part of it is missing, or cannot be read");
		}
		if (isReadable && (shown.token() < 0 || shown.token() >= LeaseRecord.TOKENS_END)) {
			wrong
				.add("fencing token " + shown.token() + ", which is not between 0 and " + (LeaseRecord.TOKENS_END - 1));
		}
		if (isReadable && !shown.hasLegalDuration()) {
			wrong.add("a duration of " + shown.durationNanos() + " ns, which is not between 1 and "
					+ LeaseRecord.LONGEST.toNanos());
		}
		if (shown.preferredNanos() < 0 || shown.preferredNanos() > shown.durationNanos()) {
			wrong.add("a preference of " + shown.preferredNanos() + " ns, which is not between 0 and its duration");
		}
		return "No election writes what stands in the store: " + String.join(", ", wrong) + ". It is waited for "
				+ millis(longestNanos) + " and then replaced; if it comes again, see what else writes there";
	}

	private static Optional<String> waiting(LeaseRecord shown, LeaseState.Sight sight) {
		if (shown.token() < sight.highestToken()) {
			return Optional.of("The record in the store has fencing token " + shown.token()
					+ ", and this node has seen " + sight.highestToken()
					+ ", or has it as leader-election.minimum-term: an older copy was put back. It is" + " waited for "
					+ millis(sight.longestNanos()) + " and then taken, without help");
		}
		if (shown.holder() == null && !shown.free()) {
			return Optional
				.of("The record in the store names nobody: it was missing and has been made anew, or another tool wrote it. It is waited for "
						+ millis(Math.max(shown.durationNanos(), sight.longestNanos()))
						+ " and then taken, without help");
		}
		return Optional.empty();
	}

	private static String millis(long nanos) {
		return Duration.ofNanos(nanos).toMillis() + " ms";
	}

}
