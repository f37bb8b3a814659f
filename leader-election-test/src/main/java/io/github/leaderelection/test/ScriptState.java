package io.github.leaderelection.test;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * The state of the {@link ScriptedProtocol}.
 *
 * @param settings the settings of the group
 * @param ballot the highest term; kept across starts, so that tokens rise
 * @param leader the known leader, this node included, or null
 * @param drain what follows once running work has ended; null unless leadership is being
 * given up
 * @param said the number of broadcasts under the present leadership
 * @param eligible whether this node is eligible
 */
record ScriptState(ElectionSettings settings, Ballot ballot, @Nullable LeaderView leader, @Nullable Drain drain,
		long said, boolean eligible) {

	NodeId self() {
		return this.settings.self();
	}

	/** The leadership that is held, or null. */
	@Nullable LeaderView held() {
		LeaderView known = this.leader;
		return (known != null && known.id().equals(self())) ? known : null;
	}

	boolean holds(long fencingToken) {
		LeaderView held = held();
		return held != null && held.fencingToken() == fencingToken;
	}

	ScriptState leaderless() {
		return new ScriptState(this.settings, this.ballot, null, null, 0, this.eligible);
	}

	/** The new leader's term is also its fencing token. */
	ScriptState ledBy(NodeId newLeader) {
		Ballot next = this.ballot.withTerm(this.ballot.term() + 1);
		LeaderView view = new LeaderView(newLeader, next.term(), next.term(), true);
		return new ScriptState(this.settings, next, view, null, 0, this.eligible);
	}

	ScriptState draining(Drain newDrain) {
		return new ScriptState(this.settings, this.ballot, this.leader, newDrain, this.said, this.eligible);
	}

	ScriptState sayingMore() {
		return new ScriptState(this.settings, this.ballot, this.leader, this.drain, this.said + 1, this.eligible);
	}

	ScriptState eligible(boolean is) {
		return new ScriptState(this.settings, this.ballot, this.leader, this.drain, this.said, is);
	}

	/**
	 * Leadership ends once running work has ended.
	 *
	 * @param reason why it ends
	 * @param successor the next leader, null for none
	 * @param requests the requests to answer then
	 * @param stopping whether the node stops then
	 */
	record Drain(RevocationReason reason, @Nullable NodeId successor, List<Long> requests, boolean stopping) {

		static Drain resign(long request) {
			return new Drain(RevocationReason.RESIGNED, null, List.of(request), false);
		}

		static Drain transfer(long request, NodeId to) {
			return new Drain(RevocationReason.TRANSFERRED, to, List.of(request), false);
		}

		static Drain ineligible(long request) {
			return new Drain(RevocationReason.INELIGIBLE, null, (request != 0) ? List.of(request) : List.of(), false);
		}

		static Drain stop() {
			return new Drain(RevocationReason.STOPPED, null, List.of(), true);
		}

		/** The last request decides, and every request is answered. */
		Drain after(@Nullable Drain earlier) {
			if (earlier == null) {
				return this;
			}
			List<Long> all = new ArrayList<>(earlier.requests);
			all.addAll(this.requests);
			RevocationReason last = earlier.stopping ? earlier.reason : this.reason;
			return new Drain(last, this.successor, List.copyOf(all), this.stopping || earlier.stopping);
		}

	}

}
