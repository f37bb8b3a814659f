package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the emergent election on one node. Immutable.
 *
 * @param ticket identifies this node's membership, or the requested one
 * @param list the members of its group, empty while it joins
 * @param missed the members reported as missed by this node
 * @param joining the attempt to join, or null after it
 * @param bound the coordinator that this node will join when it no longer leads, or null
 * @param introduction the new members it introduces, or null
 */
public record EmergentState(QuorumState election, EmergentOptions options, long ticket, GroupList list,
		List<NodeId> failed, List<NodeId> missed, @Nullable JoinAttempt joining, @Nullable NodeId bound,
		Contacts contacts, @Nullable Introduction introduction,
		Moments moments) implements LayeredState<EmergentState> {

	static EmergentState over(QuorumState election) {
		return new EmergentState(election, EmergentOptions.of(election.settings()), 0, GroupList.NONE, List.of(),
				List.of(), new JoinAttempt(false, null, 0, Contacts.NEVER, List.of()), null,
				Contacts.none(election.others()), null, Moments.NONE);
	}

	@Override
	public EmergentState withElection(QuorumState next) {
		return new EmergentState(next, this.options, this.ticket, this.list, this.failed, this.missed, this.joining,
				this.bound, this.contacts, this.introduction, this.moments);
	}

	EmergentState joining(long newTicket, JoinAttempt attempt) {
		return new EmergentState(this.election, this.options, newTicket, GroupList.NONE, List.of(), List.of(), attempt,
				null, this.contacts, null, this.moments);
	}

	EmergentState withJoining(JoinAttempt attempt) {
		return new EmergentState(this.election, this.options, this.ticket, this.list, this.failed, this.missed, attempt,
				this.bound, this.contacts, this.introduction, this.moments);
	}

	EmergentState in(GroupList group, List<NodeId> gone, Contacts known) {
		List<NodeId> missedYet = this.missed.stream().filter(group::contains).toList();
		return new EmergentState(this.election, this.options, this.ticket, group, gone, missedYet, null, this.bound,
				known, this.introduction, this.moments);
	}

	EmergentState missing(NodeId member) {
		List<NodeId> more = new ArrayList<>(this.missed);
		more.add(member);
		return withMissed(List.copyOf(more));
	}

	EmergentState hearingAgain(NodeId member) {
		return withMissed(this.missed.stream().filter((id) -> !id.equals(member)).toList());
	}

	private EmergentState withMissed(List<NodeId> next) {
		return new EmergentState(this.election, this.options, this.ticket, this.list, this.failed, next, this.joining,
				this.bound, this.contacts, this.introduction, this.moments);
	}

	EmergentState boundFor(NodeId member) {
		return new EmergentState(this.election, this.options, this.ticket, this.list, this.failed, this.missed,
				this.joining, member, this.contacts, this.introduction, this.moments);
	}

	EmergentState withContacts(Contacts next) {
		return new EmergentState(this.election, this.options, this.ticket, this.list, this.failed, this.missed,
				this.joining, this.bound, next, this.introduction, this.moments);
	}

	EmergentState withIntroduction(@Nullable Introduction next) {
		return new EmergentState(this.election, this.options, this.ticket, this.list, this.failed, this.missed,
				this.joining, this.bound, this.contacts, next, this.moments);
	}

	EmergentState withMoments(Moments next) {
		return new EmergentState(this.election, this.options, this.ticket, this.list, this.failed, this.missed,
				this.joining, this.bound, this.contacts, this.introduction, next);
	}

}
