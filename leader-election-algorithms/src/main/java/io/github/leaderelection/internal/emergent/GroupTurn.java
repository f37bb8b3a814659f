package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * One step of the emergent election, with shortcuts for its parts.
 */
final class GroupTurn {

	private final NominationTurn<EmergentState, EmergentMessage> turn;

	GroupTurn(NominationTurn<EmergentState, EmergentMessage> turn) {
		this.turn = turn;
	}

	NominationTurn<EmergentState, EmergentMessage> turn() {
		return this.turn;
	}

	EmergentState state() {
		return this.turn.state();
	}

	void state(EmergentState next) {
		this.turn.state(next);
	}

	void moments(UnaryOperator<Moments> change) {
		state(state().withMoments(change.apply(state().moments())));
	}

	EmergentOptions options() {
		return state().options();
	}

	GroupList list() {
		return state().list();
	}

	QuorumState election() {
		return this.turn.election();
	}

	NodeId self() {
		return this.turn.self();
	}

	long nanos() {
		return this.turn.nanos();
	}

	/** Whether a moment is set and has come. */
	boolean due(long moment) {
		return moment != Contacts.NEVER && this.turn.reached(moment);
	}

	void send(NodeId to, EmergentMessage message) {
		this.turn.send(to, message);
	}

	/** The version of this node's next list. */
	long nextVersion() {
		return versionAbove(list().version());
	}

	/** The lowest version above another one that this node may use. */
	long versionAbove(long version) {
		List<NodeId> configured = election().settings().members();
		return GroupList.versionAbove(version, configured.indexOf(self()), configured.size());
	}

	boolean joined() {
		return state().joining() == null;
	}

	boolean coordinates() {
		return joined() && list().isCoordinator(self());
	}

	boolean leads() {
		return self().equals(election().leaderId());
	}

	/** The other members of the group, the oldest first. */
	List<NodeId> others() {
		List<NodeId> others = new ArrayList<>(list().ids());
		others.remove(self());
		return others;
	}

	void sendToGroup(EmergentMessage message) {
		for (NodeId other : others()) {
			send(other, message);
		}
	}

	long suspicionNanos() {
		return options().suspicionNanos(list().size());
	}

	void contacts(UnaryOperator<Contacts> change) {
		state(state().withContacts(change.apply(state().contacts())));
	}

	void heard(NodeId member) {
		contacts((contacts) -> contacts.hear(member, nanos()));
	}

	/** A heartbeat of a member arrived, or a message in its place. */
	void heard(NodeId member, boolean able) {
		contacts((contacts) -> contacts.hear(member, nanos()).able(member, able, nanos()));
	}

	void followed(NodeId member, long echo) {
		contacts((contacts) -> contacts.follow(member, echo, nanos()));
	}

	/** Keeps a stamp of the own coordinator. */
	void stamped(NodeId member, long stamp) {
		if (list().isCoordinator(member)) {
			contacts((contacts) -> contacts.stamped(stamp));
		}
	}

	/** Adopts another list. */
	void adopt(GroupList next) {
		GroupList before = list();
		List<NodeId> failed = new ArrayList<>(state().failed());
		for (NodeId id : before.ids()) {
			if (!next.contains(id)) {
				failed.remove(id);
				failed.add(id);
				tell(id, MemberState.DOWN);
			}
		}
		for (GroupMember member : next.members()) {
			failed.remove(member.id());
			if (!before.contains(member.id(), member.ticket())) {
				tell(member.id(), MemberState.UP);
			}
		}
		NodeId coordinator = before.coordinator();
		state(state().in(next, List.copyOf(failed), state().contacts().expect(before, next, nanos())));
		if (coordinator == null || !next.isCoordinator(coordinator)) {
			moments((m) -> m.withLeaderless(Contacts.NEVER)
				.withHandOver(Contacts.NEVER)
				.withElders(Contacts.NEVER)
				.withQuestion(nanos()));
			expectCoordinator();
		}
		if (coordinator == null) {
			this.turn.report(Notice.JOINED, "the group of '" + coordinator() + "', with the age " + next.age(self())
					+ " among " + next.size() + " members");
		}
		if (!next.isCoordinator(self())) {
			state(state().withIntroduction(null));
		}
		else if (!before.isCoordinator(self())) {
			// Members that it did not watch so far count as heard now.
			others().forEach(this::heard);
		}
	}

	/**
	 * In a large group few members have heard the new coordinator, and would believe it
	 * silent before its first message.
	 */
	private void expectCoordinator() {
		NodeId coordinator = coordinator();
		if (coordinator != null) {
			heard(coordinator);
		}
	}

	private void tell(NodeId member, MemberState state) {
		if (!member.equals(self())) {
			this.turn.effect(new Effect.MemberChanged<>(member, state));
		}
	}

	@Nullable NodeId coordinator() {
		return list().coordinator();
	}

}
