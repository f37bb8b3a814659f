package io.github.leaderelection.internal.runtime.peers;

import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.protocol.ElectionView;

/**
 * Members that go by another list than this node, as is right only while the list is
 * changed: nobody but an operator knows whether it is.
 */
public final class OtherLists {

	private OtherLists() {
	}

	/**
	 * What there is to say of the lists of members that are linked.
	 * @param view of the group
	 * @return nothing if all that are known are the same
	 */
	public static List<String> problems(ElectionView view) {
		String others = view.members()
			.stream()
			.filter((member) -> member.connected() && member.memberList() != null
					&& !member.memberList().equals(view.memberList()))
			.map((member) -> member.id().value())
			.collect(Collectors.joining(", "));
		return others.isEmpty() ? List.of() : List.of("Another list of members than this node's is in force at "
				+ others + ": unless leader-election.peers is being changed, make it the same on all nodes");
	}

}
