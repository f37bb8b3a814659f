package io.github.leaderelection.internal.protocol;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.MemberHealth;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.Role;
import org.jspecify.annotations.Nullable;

/**
 * What a protocol shows of its state at an instant.
 *
 * @param draining whether a leader no longer admits work
 * @param leader the known leader, or null
 * @param members the other members, in the order of their ids
 * @param quorumRequired members needed, 0 where there is no quorum
 * @param voting whether this node may vote, and if not why
 * @param problems what keeps this node from taking part fully
 * @param memberList the fingerprint of this node's member list
 * @param age this node's place in the order of joining, null where the election has none
 */
public record ElectionView(Role role, boolean draining, long term, @Nullable LeaderView leader,
		List<MemberView> members, int quorumRequired, int quorumReachable, Set<Promise> promises, String voting,
		List<String> problems, String memberList, @Nullable Long age) {

	/**
	 * A view of an election that knows no ages.
	 * @param draining whether a leader no longer admits work
	 * @param leader the known leader, or null
	 * @param members the other members, in the order of their ids
	 * @param quorumRequired members needed, 0 where there is no quorum
	 * @param voting whether this node may vote, and if not why
	 * @param problems what keeps this node from taking part fully
	 * @param memberList the fingerprint of this node's member list
	 */
	public ElectionView(Role role, boolean draining, long term, @Nullable LeaderView leader, List<MemberView> members,
			int quorumRequired, int quorumReachable, Set<Promise> promises, String voting, List<String> problems,
			String memberList) {
		this(role, draining, term, leader, members, quorumRequired, quorumReachable, promises, voting, problems,
				memberList, null);
	}

	/** This view of a node that may not say who leads. */
	public ElectionView withoutLeader() {
		return new ElectionView(this.role, this.draining, this.term, null, this.members, this.quorumRequired,
				this.quorumReachable, this.promises, this.voting, this.problems, this.memberList, this.age);
	}

	/**
	 * The known leader.
	 *
	 * @param fencingToken of its leadership, 0 where it is not known
	 */
	public record LeaderView(NodeId id, long term, long fencingToken, boolean direct) {
	}

	/**
	 * Another member.
	 *
	 * @param lastHeardNanos how long ago it was heard, null if never
	 * @param priority its priority, null until told
	 * @param memberList the fingerprint of its list, null until told
	 * @param age its place in the order of joining, null where it has none
	 */
	public record MemberView(NodeId id, MemberState state, boolean connected, @Nullable Long lastHeardNanos,
			@Nullable Integer priority, @Nullable String memberList, @Nullable Long age, MemberHealth health) {

		/**
		 * A member of an election that knows no ages.
		 * @param lastHeardNanos how long ago it was heard, null if never
		 * @param priority its priority, null until told
		 * @param memberList the fingerprint of its list, null until told
		 */
		public MemberView(NodeId id, MemberState state, boolean connected, @Nullable Long lastHeardNanos,
				@Nullable Integer priority, @Nullable String memberList, MemberHealth health) {
			this(id, state, connected, lastHeardNanos, priority, memberList, null, health);
		}

	}

}
