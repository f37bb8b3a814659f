package io.github.leaderelection.internal.observer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupView.Listed;

/**
 * Keeps the state of each member that listeners heard last. Unknown states are not
 * reported. Used by one thread at a time.
 */
final class ToldMembers {

	private final Map<NodeId, MemberState> told = new HashMap<>();

	/** Reports changed states. A member that is no longer listed was removed. */
	void shown(List<Listed> members, BiConsumer<NodeId, MemberState> listeners) {
		for (Listed each : members) {
			if (each.state() != MemberState.UNKNOWN) {
				tell(each.id(), each.state(), listeners);
			}
		}
		Set<NodeId> listed = members.stream().map(Listed::id).collect(Collectors.toSet());
		for (NodeId gone : this.told.keySet().stream().filter((id) -> !listed.contains(id)).toList()) {
			tell(gone, MemberState.DOWN, listeners);
			this.told.remove(gone);
		}
	}

	private void tell(NodeId member, MemberState state, BiConsumer<NodeId, MemberState> listeners) {
		if (this.told.put(member, state) != state) {
			listeners.accept(member, state);
		}
	}

	void forget() {
		this.told.clear();
	}

}
