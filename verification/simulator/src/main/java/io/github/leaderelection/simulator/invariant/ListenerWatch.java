package io.github.leaderelection.simulator.invariant;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the listeners of one group hear: one revocation a grant, in order, with its token,
 * and nothing that the status has not shown.
 */
final class ListenerWatch {

	private static final int HISTORY_LIMIT = 32;

	private final Findings findings;

	private final long[] held;

	ListenerWatch(Findings findings, int size) {
		this.findings = findings;
		this.held = new long[size];
	}

	/**
	 * Another application begins to listen.
	 */
	void restarted(int machine) {
		this.held[machine] = 0;
	}

	void granted(int machine, NodeId id, long token, LeaderElector elector) {
		if (this.held[machine] != 0) {
			this.findings.report("one revocation a grant",
					"n" + machine + " hears of token " + token + " before the end of token " + this.held[machine]);
		}
		this.held[machine] = token;
		ElectionStatus status = elector.status();
		Long shown = status.fencingToken();
		if ((shown == null || shown != token) && !inHistory(status, id)) {
			this.findings.report("status before listeners",
					"n" + machine + " hears of its token " + token + " that was never shown: " + status);
		}
	}

	void revoked(int machine, long token, LeaderElector elector) {
		if (this.held[machine] != token) {
			this.findings.report("one revocation a grant",
					"n" + machine + " hears of the end of token " + token + " while it holds " + this.held[machine]);
		}
		this.held[machine] = 0;
		Long shown = elector.status().fencingToken();
		if (shown != null && shown == token) {
			this.findings.report("status before listeners",
					"n" + machine + " hears of the end of token " + token + " that is still shown");
		}
	}

	void leaderChanged(int machine, @Nullable LeaderInfo leader, LeaderElector elector) {
		if (leader == null) {
			return;
		}
		ElectionStatus status = elector.status();
		boolean shown = status.leader() != null && status.leader().id().equals(leader.id());
		if (!shown && !inHistory(status, leader.id())) {
			this.findings.report("status before listeners",
					"n" + machine + " hears of leader " + leader + " that was never shown: " + status);
		}
	}

	private static boolean inHistory(ElectionStatus status, NodeId leader) {
		return status.history().size() >= HISTORY_LIMIT
				|| status.history().stream().anyMatch((reign) -> reign.leader().equals(leader));
	}

}
