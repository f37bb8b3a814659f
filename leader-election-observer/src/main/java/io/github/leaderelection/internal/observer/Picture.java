package io.github.leaderelection.internal.observer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * What an observer knows of a group beside its leader. Immutable.
 *
 * @param member the linked member, or null
 * @param linkedNanos the monotonic clock when it was linked; means nothing without a
 * member
 * @param view the last view, of this member or of an earlier one; or null
 * @param current whether the linked member has shown the group
 * @param trouble why no member is linked, for the operator; or null
 */
record Picture(boolean running, @Nullable NodeId member, long linkedNanos, @Nullable GroupView view, boolean current,
		@Nullable String trouble) {

	static final Picture NOT_STARTED = new Picture(false, null, 0, null, false, null);

	static final String STOPPED = "not started: this observer dials members once it is started, in a Spring "
			+ "application when the application has started";

	/** A member that shows every group does so within a moment. */
	private static final long SHOWN_NANOS = 2_000_000_000;

	Picture started() {
		return new Picture(true, null, 0, this.view, false, "no member has been linked yet");
	}

	Picture linked(NodeId newMember, long nowNanos) {
		return new Picture(true, newMember, nowNanos, this.view, false, null);
	}

	Picture unlinked(String why) {
		return new Picture(true, null, 0, this.view, false, why);
	}

	Picture shown(GroupView newView) {
		return new Picture(true, this.member, this.linkedNanos, newView, true, null);
	}

	/**
	 * Returns the known members; their states are unknown until the linked member shows
	 * them.
	 */
	List<MemberStatus> members(Map<NodeId, String> listed) {
		GroupView known = this.view;
		if (known == null || known.members().isEmpty()) {
			return listed.entrySet()
				.stream()
				.map((each) -> new MemberStatus(each.getKey(), each.getValue(), MemberState.UNKNOWN,
						each.getKey().equals(this.member), null, null, null))
				.toList();
		}
		List<MemberStatus> members = new ArrayList<>();
		for (GroupView.Listed each : known.members()) {
			String url = (each.url() != null) ? each.url() : listed.get(each.id());
			members.add(new MemberStatus(each.id(), url, this.current ? each.state() : MemberState.UNKNOWN,
					each.id().equals(this.member), null, each.priority(), null));
		}
		return List.copyOf(members);
	}

	/** Lists what keeps the observer from following, each with the remedy. */
	List<String> problems(String group, long nowNanos) {
		if (!this.running) {
			return List.of(STOPPED);
		}
		if (this.member == null) {
			return List.of("no link with a member: " + this.trouble);
		}
		if (!this.current && nowNanos - this.linkedNanos > SHOWN_NANOS) {
			return List.of("member '" + this.member + "' shows no group '" + group
					+ "': give the members and this observer the same leader-election.groups");
		}
		return List.of();
	}

}
