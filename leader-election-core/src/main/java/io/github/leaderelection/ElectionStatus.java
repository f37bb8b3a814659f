package io.github.leaderelection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * An immutable picture of one group on one node, made from a single snapshot: its parts
 * never contradict one another.
 *
 * @param node this node
 * @param cluster the cluster's name
 * @param group the group's name
 * @param algorithm the election in use
 * @param promises what that election promises with this configuration
 * @param role this node's role
 * @param leading whether this node's lease is valid
 * @param draining whether a leader no longer admits work
 * @param term the highest term this node knows, 0 at first
 * @param fencingToken the token of the leadership held, null on a node that does not lead
 * @param leaseRemaining what is left of the lease, null on a node that does not lead
 * @param asOf the wall clock when the picture was made
 * @param leader the known leader, or null
 * @param leaderlessFor for how long no leader has been known, null while one is
 * @param members the other members
 * @param quorum the quorum, null where the election has none
 * @param voting whether this node may vote, and if not why
 * @param problems what keeps this node from taking part fully, each with its remedy;
 * empty when all is well
 * @param failed whether the elector cannot go on: the loop is dead or the state unusable
 * @param memberList the fingerprint of this node's member list
 * @param history recent leaderships, newest last
 * @param age this node's place in the order of joining, 1 for the first, null where it
 * has none
 */
public record ElectionStatus(NodeId node, String cluster, String group, String algorithm, Set<Promise> promises,
		Role role, boolean leading, boolean draining, long term, @Nullable Long fencingToken,
		@Nullable Duration leaseRemaining, Instant asOf, @Nullable LeaderInfo leader, @Nullable Duration leaderlessFor,
		List<MemberStatus> members, @Nullable Quorum quorum, String voting, List<String> problems, boolean failed,
		String memberList, List<Reign> history, @Nullable Long age) {

	/**
	 * A picture of an election that knows no ages.
	 * @param node this node
	 * @param cluster the cluster's name
	 * @param group the group's name
	 * @param algorithm the election in use
	 * @param promises what that election promises with this configuration
	 * @param role this node's role
	 * @param leading whether this node's lease is valid
	 * @param draining whether a leader no longer admits work
	 * @param term the highest term this node knows
	 * @param fencingToken the token of the leadership held, null on a node that does not
	 * lead
	 * @param leaseRemaining what is left of the lease, null on a node that does not lead
	 * @param asOf the wall clock when the picture was made
	 * @param leader the known leader, or null
	 * @param leaderlessFor for how long no leader has been known, null while one is
	 * @param members the other members
	 * @param quorum the quorum, null where the election has none
	 * @param voting whether this node may vote, and if not why
	 * @param problems what keeps this node from taking part fully
	 * @param failed whether the elector cannot go on
	 * @param memberList the fingerprint of this node's member list
	 * @param history recent leaderships, newest last
	 */
	public ElectionStatus(NodeId node, String cluster, String group, String algorithm, Set<Promise> promises, Role role,
			boolean leading, boolean draining, long term, @Nullable Long fencingToken,
			@Nullable Duration leaseRemaining, Instant asOf, @Nullable LeaderInfo leader,
			@Nullable Duration leaderlessFor, List<MemberStatus> members, @Nullable Quorum quorum, String voting,
			List<String> problems, boolean failed, String memberList, List<Reign> history) {
		this(node, cluster, group, algorithm, promises, role, leading, draining, term, fencingToken, leaseRemaining,
				asOf, leader, leaderlessFor, members, quorum, voting, problems, failed, memberList, history, null);
	}

	/**
	 * Another member as this node sees it.
	 *
	 * @param id its id
	 * @param url its base URL, or null where the node was not told one
	 * @param state what this node believes of it
	 * @param connected whether a link to it is open
	 * @param lastHeard how long ago it was heard, null if never
	 * @param priority its priority, null until it was told
	 * @param memberList the fingerprint of its member list, null until it was told
	 * @param age its place in the order of joining, 1 for the first, null where it has
	 * none
	 * @param health what is behind its state: whether this node itself misses it, and
	 * whether a quorum does
	 */
	public record MemberStatus(NodeId id, @Nullable String url, MemberState state, boolean connected,
			@Nullable Duration lastHeard, @Nullable Integer priority, @Nullable String memberList, @Nullable Long age,
			MemberHealth health) {

		/**
		 * A member of whose health nothing is known.
		 * @param id its id
		 * @param url its base URL, or null where the node was not told one
		 * @param state what this node believes of it
		 * @param connected whether a link to it is open
		 * @param lastHeard how long ago it was heard, null if never
		 * @param priority its priority, null until it was told
		 * @param memberList the fingerprint of its member list, null until it was told
		 * @param age its place in the order of joining, null where it has none
		 */
		public MemberStatus(NodeId id, @Nullable String url, MemberState state, boolean connected,
				@Nullable Duration lastHeard, @Nullable Integer priority, @Nullable String memberList,
				@Nullable Long age) {
			this(id, url, state, connected, lastHeard, priority, memberList, age, MemberHealth.UNKNOWN);
		}

		/**
		 * A member of an election that knows no ages.
		 * @param id its id
		 * @param url its base URL, or null where the node was not told one
		 * @param state what this node believes of it
		 * @param connected whether a link to it is open
		 * @param lastHeard how long ago it was heard, null if never
		 * @param priority its priority, null until it was told
		 * @param memberList the fingerprint of its member list, null until it was told
		 */
		public MemberStatus(NodeId id, @Nullable String url, MemberState state, boolean connected,
				@Nullable Duration lastHeard, @Nullable Integer priority, @Nullable String memberList) {
			this(id, url, state, connected, lastHeard, priority, memberList, null);
		}

	}

	/**
	 * The quorum.
	 *
	 * @param required members needed
	 * @param reachable members linked, this node included
	 */
	public record Quorum(int required, int reachable) {
	}

	/**
	 * A leadership as this node saw it.
	 *
	 * @param leader who led
	 * @param term the term it was granted in, as far as this node knows
	 * @param from when this node first knew of it
	 * @param until when this node knew it over, null while it lasts
	 * @param reason why it ended where this node led itself, else null
	 * @param duration how long it lasted by this node's monotonic clock, so far while it
	 * lasts
	 */
	public record Reign(NodeId leader, long term, Instant from, @Nullable Instant until,
			@Nullable RevocationReason reason, Duration duration) {
	}

}
