package io.github.leaderelection.internal.view;

import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * One group as one member sees it. Its components are the wire form, so they change only
 * with the version of the transport. Immutable.
 *
 * @param term the highest term that the member knows
 * @param leaseMillis how long an unconfirmed leader still counts
 * @param leader the known leader, or null
 * @param members all members, the one that shows this included
 * @param said the newest broadcast, or null
 */
public record GroupView(String group, String algorithm, long term, long leaseMillis, String memberList,
		@Nullable Led leader, List<Listed> members, @Nullable Said said) {

	/**
	 * Checks the lease, which decides how long a leader counts.
	 */
	public GroupView {
		members = List.copyOf(members);
		if (leaseMillis <= 0) {
			throw new IllegalArgumentException("A lease of " + leaseMillis + " ms is none");
		}
	}

	/**
	 * Returns a shorter view: observers have the URLs in a list of their own.
	 * @return this view without the URLs of members
	 */
	public GroupView withoutUrls() {
		return withMembers(this.members.stream()
			.map((each) -> new Listed(each.id(), null, each.state(), each.priority()))
			.toList());
	}

	/** Replaces the members. */
	public GroupView withMembers(List<Listed> others) {
		return new GroupView(this.group, this.algorithm, this.term, this.leaseMillis, this.memberList, this.leader,
				others, this.said);
	}

	/**
	 * The known leader.
	 *
	 * @param url the base URL of its application, null if the member does not know it
	 * @param fencingToken of its leadership, 0 if the member knows it only from others
	 */
	public record Led(NodeId id, @Nullable String url, long term, long fencingToken) {
	}

	/**
	 * A member.
	 *
	 * @param url the base URL of its application, null if it is not known
	 * @param state its state as the member that shows this sees it
	 * @param priority its priority, null while unknown
	 */
	public record Listed(NodeId id, @Nullable String url, MemberState state, @Nullable Integer priority) {
	}

	/**
	 * The newest broadcast.
	 *
	 * @param fencingToken of the leadership under which it was sent
	 * @param number the number of the text under this leadership
	 */
	public record Said(NodeId leader, long fencingToken, long number, String text) {
	}

}
