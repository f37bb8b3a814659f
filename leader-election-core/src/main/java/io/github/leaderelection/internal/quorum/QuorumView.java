package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.MemberHealth;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.protocol.Now;
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
		int reachable = 1;
		for (Peer peer : state.peers()) {
			reachable += peer.connected() ? 1 : 0;
		}
		Reign reign = state.reign();
		return new ElectionView(state.role(), reign != null && reign.drain() != null,
				(reign != null) ? reign.wonTerm() : state.ballot().term(), leader(state), members(state, now),
				state.config().quorum(), reachable, state.config().promised(), voting(state, now),
				problems(state, reachable, now), state.config().fingerprint());
	}

	private static @Nullable LeaderView leader(QuorumState state) {
		if (state.reign() != null) {
			return new LeaderView(state.config().self(), state.reign().wonTerm(), state.reign().token(), true);
		}
		KnownLeader known = state.leader();
		return (known != null) ? new LeaderView(known.id(), known.term(), known.token(), known.direct()) : null;
	}

	private static List<MemberView> members(QuorumState state, Now now) {
		// a step that nobody takes: what it would tell is what is so now
		Turn turn = new Turn(state, now, 0);
		Health.update(turn);
		List<MemberView> members = new ArrayList<>(state.peers().length);
		for (int i = 0; i < state.peers().length; i++) {
			Peer peer = state.peers()[i];
			long heard = state.heardNanos()[i];
			Long age = (heard != Turn.NONE) ? now.monotonicNanos() - heard : null;
			members.add(new MemberView(state.config().others().get(i), Health.state(turn, i), peer.connected(), age,
					peer.priority(), peer.listFingerprint(), health(turn, i)));
		}
		return members;
	}

	private static MemberHealth health(Turn turn, int member) {
		return new MemberHealth(turn.health.suspicions()[member].suspected(), Health.observers(turn, member),
				Verdicts.observersKnown(turn, member), Health.phi(turn, member));
	}

	private static String voting(QuorumState state, Now now) {
		Startup startup = state.startup();
		if (state.saveProblem() != null) {
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
					+ Math.min(state.config().quorum(), state.config().others().size())
					+ " voters have said which terms are spent";
		};
	}

	private static List<String> problems(QuorumState state, int reachable, Now now) {
		List<String> problems = new ArrayList<>();
		if (state.saveProblem() != null) {
			problems
				.add("This node takes no part in elections because its state cannot be saved: " + state.saveProblem());
		}
		Turn turn = new Turn(state, now, 0);
		String slow = SlowSaves.problem(turn);
		if (slow != null && state.leaderId() == null) {
			problems.add(slow);
		}
		if (!state.foreignLists().isEmpty()) {
			problems.add("This node does not stand because " + state.foreignLists()
					+ " have member lists that differ by more than one member (MEMBER_LIST), or keep their state"
					+ " elsewhere: give all nodes the same list");
		}
		if (!state.eligible() && state.role() == Role.FOLLOWER && state.leader() == null && noOtherStands(state)) {
			problems.add("There is no leader because neither this node nor a member it can reach stands for election:"
					+ " resume one of them, or see why its application says that it is not fit to lead");
		}
		if (reachable < state.config().quorum()) {
			problems.add("Only " + reachable + " of " + state.config().settings().members().size()
					+ " members can be reached, but a leader needs " + state.config().quorum());
		}
		String doubt = Plausibility.problem(turn);
		if (doubt != null) {
			problems.add(doubt);
		}
		PeerHealth.Verdict verdict = state.health().verdict();
		if (verdict != null && verdict.ownObservers() > 0 && !now.reached(verdict.untilNanos())) {
			problems.add("The leader and others, " + verdict.ownObservers()
					+ " members in all, miss this node although it hears the leader: see whether what it sends is lost on"
					+ " the way");
		}
		if (!state.startup().isOver() && state.role() == Role.FOLLOWER && state.leader() == null) {
			problems.add("This node does not vote yet; " + voting(state, now));
		}
		return problems;
	}

	private static boolean noOtherStands(QuorumState state) {
		for (Peer peer : state.peers()) {
			if (peer.connected() && peer.eligible()) {
				return false;
			}
		}
		return true;
	}

}
