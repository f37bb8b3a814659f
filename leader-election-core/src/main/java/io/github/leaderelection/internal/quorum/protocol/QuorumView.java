package io.github.leaderelection.internal.quorum.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.MemberHealth;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.HealthReports;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.health.Health;
import io.github.leaderelection.internal.quorum.health.Verdicts;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.role.SlowSaves;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * What is shown of a state.
 */
final class QuorumView {

	private static final long MILLI = 1_000_000;

	private QuorumView() {
	}

	static ElectionView of(QuorumState state, Now now) {
		LeaderState leader = state.leader();
		return new ElectionView(state.role(), leader != null && leader.drain() != null,
				(leader != null) ? leader.wonTerm() : state.ballot().term(), leader(state), members(state, now),
				state.required(), state.peers().reachable(), state.config().promised(), votingAndLeading(state, now),
				problems(state, now), state.config().fingerprint());
	}

	private static @Nullable LeaderView leader(QuorumState state) {
		LeaderState leader = state.leader();
		if (leader != null) {
			return new LeaderView(state.self(), leader.wonTerm(), leader.token(), true);
		}
		KnownLeader known = state.roleState().known();
		return (known != null) ? new LeaderView(known.id(), known.term(), known.token(), known.direct()) : null;
	}

	private static List<MemberView> members(QuorumState state, Now now) {
		// a step that is never finished: it only takes the time that has passed into
		// account
		StepContext step = new StepContext(state, now, 0);
		Health.update(step);
		List<MemberView> members = new ArrayList<>(state.others().size());
		for (int i = 0; i < state.others().size(); i++) {
			Peer peer = step.peer(i);
			long heard = state.health().heardNanos()[i];
			Long age = (heard != Timing.NONE) ? now.monotonicNanos() - heard : null;
			members.add(new MemberView(state.others().get(i), Health.state(step, i), peer.connected(), age,
					peer.priority(), peer.listFingerprint(), health(step, i)));
		}
		return members;
	}

	private static MemberHealth health(StepContext step, int member) {
		return new MemberHealth(step.state().health().suspicions()[member].suspected(), Health.observers(step, member),
				Verdicts.observersKnown(step, member), Health.phi(step, member));
	}

	private static String votingAndLeading(QuorumState state, Now now) {
		return voting(state, now) + (state.settings().isWitness() ? "; it never leads: its priority is 0" : "");
	}

	private static String voting(QuorumState state, Now now) {
		Startup startup = state.startup();
		if (!state.commitments().canSave()) {
			return "no: the state cannot be saved";
		}
		return switch (startup.phase()) {
			case DONE -> "yes: " + startup.basis();
			case WAITING -> "not yet: waiting " + now.until(startup.waitEndNanos()) / MILLI
					+ " ms for promises given before the start to end";
			case LOST_WAITING -> "not yet: no saved state, waiting " + now.until(startup.waitEndNanos()) / MILLI
					+ " ms before asking which terms are spent";
			case BY_CLOCK -> "yes: " + startup.basis();
			case LOST_ASKING -> "not yet: no saved state, " + startup.votersHeard(Ballot.MAX_TERM) + " of "
					+ Math.min(state.required(), state.others().size()) + " voters have said which terms are spent";
		};
	}

	/**
	 * Of members that are linked. Nobody but an operator knows whether that is to last.
	 */
	private static List<NodeId> changedLists(QuorumState state) {
		MemberList own = state.settings().memberList();
		List<NodeId> changed = new ArrayList<>();
		for (int i = 0; i < state.others().size(); i++) {
			Peer peer = state.peers().all()[i];
			MemberList list = peer.list();
			if (peer.connected() && list != null && !list.equals(own) && list.compatibleWith(own)) {
				changed.add(state.others().get(i));
			}
		}
		return changed;
	}

	private static List<String> problems(QuorumState state, Now now) {
		List<String> problems = new ArrayList<>();
		if (!state.commitments().canSave()) {
			problems.add("This node takes no part in elections because its state cannot be saved: "
					+ state.commitments().saveProblem());
		}
		String slow = SlowSaves.problem(state);
		if (slow != null && state.leaderId() == null) {
			problems.add(slow);
		}
		if (!state.peers().foreignLists().isEmpty()) {
			problems.add("This node does not stand because " + state.peers().foreignLists()
					+ " have member lists that differ by more than one member (MEMBER_LIST), or keep their state"
					+ " elsewhere: give all nodes the same list");
		}
		List<NodeId> changed = changedLists(state);
		if (!changed.isEmpty()) {
			problems.add("The member list of " + changed + " differs by one member from this node's: unless "
					+ "leader-election.peers is being changed, make it the same on all nodes");
		}
		if (!state.eligible() && state.role() == Role.FOLLOWER && state.leaderId() == null && noOtherStands(state)) {
			problems.add(nobodyStands(state));
		}
		if (!state.reachesEnough()) {
			problems.add("Only " + state.peers().reachable() + " of " + state.settings().members().size()
					+ " members can be reached, but a leader needs " + state.required());
		}
		String doubt = Doubts.problem(state, now);
		if (doubt != null) {
			problems.add(doubt);
		}
		HealthReports.Verdict verdict = state.reports().verdict(now.monotonicNanos());
		if (verdict != null && verdict.ownObservers() > 0) {
			problems.add("The leader and others, " + verdict.ownObservers()
					+ " members in all, miss this node although it hears the leader: see whether what it sends is lost on"
					+ " the way");
		}
		if (!state.startup().isOver() && state.role() == Role.FOLLOWER && state.leaderId() == null) {
			problems.add("This node does not vote yet; " + voting(state, now));
		}
		return problems;
	}

	private static String nobodyStands(QuorumState state) {
		List<NodeId> witnesses = new ArrayList<>();
		for (NodeId member : state.settings().members()) {
			if (member.equals(state.self()) ? state.settings().isWitness()
					: state.peers().all()[state.config().indexOf(member)].isWitness()) {
				witnesses.add(member);
			}
		}
		if (witnesses.size() == state.settings().members().size()) {
			return "There will be no leader because every member is a witness: give those that may lead a"
					+ " leader-election.priority of 1 or more";
		}
		String nobody = "There is no leader because neither this node nor a member it can reach stands for election: ";
		return nobody + (witnesses.isEmpty() ? "" : witnesses + " never lead, for their priority is 0; ")
				+ "start or resume one of the others, or see why its application says that it is not fit to lead";
	}

	private static boolean noOtherStands(QuorumState state) {
		for (Peer peer : state.peers().all()) {
			if (peer.connected() && peer.eligible()) {
				return false;
			}
		}
		return true;
	}

}
