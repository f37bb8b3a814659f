package io.github.leaderelection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The status of one group on one node. Made from a single snapshot, so its parts never
 * contradict one another. Immutable.
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
 * @param fencingToken the token of the present leadership, null on a node that does not
 * lead
 * @param leaseRemaining the remaining time of the lease, null on a node that does not
 * lead
 * @param asOf the wall clock at this status
 * @param leader the known leader, or null
 * @param leaderlessFor for how long no leader has been known, null while one is known
 * @param members the other members; with a lease in a store the holder, and those that
 * the store shows
 * @param quorum the quorum, null if the election has none
 * @param voting whether this node may vote, or why not
 * @param problems what keeps this node from full participation, each with its remedy;
 * empty without problems
 * @param failed whether the elector cannot continue: its loop has died or its state is
 * unusable
 * @param memberList the fingerprint of this node's member list
 * @param history recent leaderships, newest last
 * @param age this node's place in the order of joining, 1 for the first; null if it has
 * none
 */
public record ElectionStatus(NodeId node, String cluster, String group, String algorithm, Set<Promise> promises,
		Role role, boolean leading, boolean draining, long term, @Nullable Long fencingToken,
		@Nullable Duration leaseRemaining, Instant asOf, @Nullable LeaderInfo leader, @Nullable Duration leaderlessFor,
		List<MemberStatus> members, @Nullable Quorum quorum, String voting, List<String> problems, boolean failed,
		String memberList, List<LeadershipPeriod> history, @Nullable Long age) {

	/**
	 * The status of an election without ages.
	 * @param node this node
	 * @param cluster the cluster's name
	 * @param group the group's name
	 * @param algorithm the election in use
	 * @param promises what that election promises with this configuration
	 * @param role this node's role
	 * @param leading whether this node's lease is valid
	 * @param draining whether a leader no longer admits work
	 * @param term the highest term this node knows
	 * @param fencingToken the token of the present leadership, null on a node that does
	 * not lead
	 * @param leaseRemaining the remaining time of the lease, null on a node that does not
	 * lead
	 * @param asOf the wall clock at this status
	 * @param leader the known leader, or null
	 * @param leaderlessFor for how long no leader has been known, null while one is known
	 * @param members the other members
	 * @param quorum the quorum, null if the election has none
	 * @param voting whether this node may vote, or why not
	 * @param problems what keeps this node from full participation
	 * @param failed whether the elector cannot continue
	 * @param memberList the fingerprint of this node's member list
	 * @param history recent leaderships, newest last
	 */
	public ElectionStatus(NodeId node, String cluster, String group, String algorithm, Set<Promise> promises, Role role,
			boolean leading, boolean draining, long term, @Nullable Long fencingToken,
			@Nullable Duration leaseRemaining, Instant asOf, @Nullable LeaderInfo leader,
			@Nullable Duration leaderlessFor, List<MemberStatus> members, @Nullable Quorum quorum, String voting,
			List<String> problems, boolean failed, String memberList, List<LeadershipPeriod> history) {
		this(node, cluster, group, algorithm, promises, role, leading, draining, term, fencingToken, leaseRemaining,
				asOf, leader, leaderlessFor, members, quorum, voting, problems, failed, memberList, history, null);
	}

	/**
	 * Another member as this node sees it.
	 *
	 * @param id its id
	 * @param url its base URL, null if this node does not know it
	 * @param state its state
	 * @param connected whether a link with it is open
	 * @param lastHeard how long ago it was heard, null if never
	 * @param priority its priority, null while unknown
	 * @param memberList the fingerprint of its member list, null while unknown
	 * @param age its place in the order of joining, 1 for the first; null if it has none
	 * @param health the reasons for its state: whether this node misses it, and whether a
	 * quorum does
	 */
	public record MemberStatus(NodeId id, @Nullable String url, MemberState state, boolean connected,
			@Nullable Duration lastHeard, @Nullable Integer priority, @Nullable String memberList, @Nullable Long age,
			MemberHealth health) {

		/**
		 * Whether it is a witness: it votes and never leads.
		 * @return true for one that is known to have priority 0
		 */
		public boolean isWitness() {
			return this.priority != null && this.priority == 0;
		}

		/**
		 * A member of unknown health.
		 * @param id its id
		 * @param url its base URL, null if this node does not know it
		 * @param state its state
		 * @param connected whether a link with it is open
		 * @param lastHeard how long ago it was heard, null if never
		 * @param priority its priority, null while unknown
		 * @param memberList the fingerprint of its member list, null while unknown
		 * @param age its place in the order of joining, null if it has none
		 */
		public MemberStatus(NodeId id, @Nullable String url, MemberState state, boolean connected,
				@Nullable Duration lastHeard, @Nullable Integer priority, @Nullable String memberList,
				@Nullable Long age) {
			this(id, url, state, connected, lastHeard, priority, memberList, age, MemberHealth.UNKNOWN);
		}

		/**
		 * A member of an election without ages.
		 * @param id its id
		 * @param url its base URL, null if this node does not know it
		 * @param state its state
		 * @param connected whether a link with it is open
		 * @param lastHeard how long ago it was heard, null if never
		 * @param priority its priority, null while unknown
		 * @param memberList the fingerprint of its member list, null while unknown
		 */
		public MemberStatus(NodeId id, @Nullable String url, MemberState state, boolean connected,
				@Nullable Duration lastHeard, @Nullable Integer priority, @Nullable String memberList) {
			this(id, url, state, connected, lastHeard, priority, memberList, null);
		}

	}

	/**
	 * The quorum.
	 *
	 * @param required the number of members needed
	 * @param reachable the number of linked members, this node included
	 */
	public record Quorum(int required, int reachable) {
	}

	/**
	 * A leadership as this node saw it.
	 *
	 * @param leader the leader's id
	 * @param term its first term, as far as this node knows
	 * @param from when this node first knew of it, by its wall clock
	 * @param until when this node knew of its end, null while it lasts
	 * @param reason why it ended if this node led, otherwise null
	 * @param duration its length so far by this node's monotonic clock
	 * @param silence for how long the leader had not been heard when this node knew of
	 * the end; null if the leader gave leadership up in order, and where this node led
	 */
	public record LeadershipPeriod(NodeId leader, long term, Instant from, @Nullable Instant until,
			@Nullable RevocationReason reason, Duration duration, @Nullable Duration silence) {
	}

}
