package io.github.leaderelection.internal.observer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The members in a random order, so that many observers spread over them. Used by one
 * thread.
 */
final class MemberRotation {

	private final List<NodeId> members;

	private int next;

	MemberRotation(List<NodeId> members) {
		this.members = new ArrayList<>(members);
		Collections.shuffle(this.members);
	}

	/** The next member that may be dialled, or null if none may. */
	@Nullable NodeId next(Predicate<NodeId> allowed) {
		for (int i = 0; i < this.members.size(); i++) {
			NodeId member = this.members.get(this.next);
			this.next = (this.next + 1) % this.members.size();
			if (allowed.test(member)) {
				return member;
			}
		}
		return null;
	}

	/**
	 * Draws a new random order.
	 * @return whether another member than the present one comes first
	 */
	boolean drawAnew(NodeId present) {
		Collections.shuffle(this.members);
		boolean other = !this.members.get(0).equals(present);
		this.next = other ? 0 : 1 % this.members.size();
		return other;
	}

}
