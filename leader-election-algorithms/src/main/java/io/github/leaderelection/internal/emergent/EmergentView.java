package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The view of a group.
 */
final class EmergentView {

	private EmergentView() {
	}

	static ElectionView of(EmergentState state, ElectionView below, Now now) {
		List<MemberView> members = new ArrayList<>(below.members().size());
		for (MemberView member : below.members()) {
			members.add(member(state, member, now));
		}
		return new ElectionView(below.role(), below.draining(), below.term(), below.leader(), List.copyOf(members),
				state.options().minimumSize(), state.list().size(), below.promises(), below.voting(),
				problems(state, below), below.memberList(), age(state, state.election().self()));
	}

	private static @Nullable Long age(EmergentState state, NodeId id) {
		long age = state.list().age(id);
		return (age > 0) ? age : null;
	}

	private static MemberView member(EmergentState state, MemberView below, Now now) {
		NodeId id = below.id();
		MemberState shown = MemberState.UNKNOWN;
		if (state.list().contains(id)) {
			// Regardless of a quorum, only the coordinator removes a member.
			boolean missed = below.state() == MemberState.SUSPECTED || below.state() == MemberState.DOWN;
			shown = (missed || !below.connected()) ? MemberState.SUSPECTED : MemberState.UP;
		}
		else if (state.failed().contains(id)) {
			shown = MemberState.DOWN;
		}
		return new MemberView(id, shown, below.connected(), below.lastHeardNanos(), below.priority(),
				below.memberList(), age(state, id), below.health());
	}

	private static List<String> problems(EmergentState state, ElectionView below) {
		List<String> problems = new ArrayList<>(below.problems());
		JoinAttempt attempt = state.joining();
		if (attempt != null && attempt.attempts() >= EmergentOptions.JOIN_ATTEMPTS) {
			problems.add(Joining.problem(state, attempt));
		}
		if (attempt == null && state.list().size() < state.options().minimumSize()) {
			problems.add("The group has " + state.list().size() + " members, " + state.list().ids()
					+ ", but a leader needs " + state.options().minimumSize()
					+ ": start the others, or lower leader-election.emergent." + MinimumClusterSize.OPTION);
		}
		return problems;
	}

}
