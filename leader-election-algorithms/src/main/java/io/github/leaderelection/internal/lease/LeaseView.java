package io.github.leaderelection.internal.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * What status, endpoint and meters show of an election by a lease.
 */
final class LeaseView {

	/** As long as one request without an answer is no problem yet. */
	private static final int FEW_FAILURES = 1;

	private static final int FEW_WRITES = 2;

	private LeaseView() {
	}

	static ElectionView of(LeaseState state, Now now) {
		Held held = state.own().held();
		boolean leads = held != null && held.lease().valid(now);
		return new ElectionView(role(state, leads), held != null && held.drain() != null, state.sight().highestToken(),
				leader(state, leads), List.of(), 0, 0, LeaseAlgorithm.PROMISES, "", problems(state), "");
	}

	private static Role role(LeaseState state, boolean leads) {
		if (leads) {
			return Role.LEADER;
		}
		Asked open = state.asking().open();
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
		if (state.asking().failures() > FEW_FAILURES) {
			problems.add("The store has not answered the last " + state.asking().failures() + " requests: "
					+ state.asking().problem());
		}
		else if (state.asking().unansweredWrites() > FEW_WRITES) {
			problems.add("The store answers reads, and has not answered the last " + state.asking().unansweredWrites()
					+ " writes within " + Duration.ofNanos(state.config().requestNanos()).toMillis()
					+ " ms each: lengthen leader-election.lease-duration, and leave heartbeat-interval unset");
		}
		return problems;
	}

}
