package io.github.leaderelection.internal.quorum.role;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.LeaderState.Drain;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.Cessions;
import io.github.leaderelection.internal.quorum.step.Ranks;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Handing leadership over: resigning, draining, and taking over from a member that ceded.
 */
public final class HandOver {

	private HandOver() {
	}

	public static void resign(StepContext step, long request) {
		if (step.leader() == null) {
			step.beforeSave(new Effect.Answer<>(request, LeaderState.NOT_LEADING));
			return;
		}
		drain(step, RevocationReason.RESIGNED, null, request);
	}

	public static void transfer(StepContext step, long request, NodeId to) {
		String refusal = transferRefusal(step, to);
		if (refusal != null) {
			step.beforeSave(new Effect.Answer<>(request, refusal));
			return;
		}
		drain(step, RevocationReason.TRANSFERRED, to, request);
	}

	private static @Nullable String transferRefusal(StepContext step, NodeId to) {
		if (step.leader() == null) {
			return LeaderState.NOT_LEADING;
		}
		if (to.equals(step.self())) {
			return "'" + to + "' leads already: name another member";
		}
		if (step.config().indexOf(to) < 0) {
			return "'" + to + "' is no member: name one of " + step.config().others();
		}
		if (!step.state().connected(to)) {
			return "'" + to + "' cannot be reached: name a member that is connected";
		}
		if (step.peer(step.config().indexOf(to)).isWitness()) {
			return "'" + to + "' is a witness, which never leads: its priority is 0. Name another member, or give it a"
					+ " priority of 1 or more";
		}
		if (!step.peer(step.config().indexOf(to)).eligible()) {
			return "'" + to
					+ "' is not eligible, for it is paused or its application says so: resume it, or name another"
					+ " member";
		}
		return step.state().peers().foreignLists().contains(to)
				? "'" + to + "' has another member list: give all nodes the same list first" : null;
	}

	/**
	 * Admits no more work, and renews the lease until running work has ended.
	 * @param request whom to answer, 0 for nobody
	 */
	static void drain(StepContext step, RevocationReason reason, @Nullable NodeId target, long request) {
		LeaderState leader = step.leader();
		if (leader == null) {
			return;
		}
		Drain running = leader.drain();
		List<Long> requests = new ArrayList<>((running != null) ? running.requests() : List.of());
		if (request != 0) {
			requests.add(request);
		}
		NodeId to = (target != null || running == null) ? target : running.target();
		RevocationReason last = step.state().stopping() ? RevocationReason.STOPPED : reason;
		boolean chosen = reason == RevocationReason.TRANSFERRED || (running != null && running.chosen());
		step.change(leader.withDrain(new Drain(last, to, chosen, List.copyOf(requests))));
		if (running == null) {
			step.beforeSave(new Effect.StopAdmitting<>(leader.token()));
			step.setDeadline(QuorumTimer.DRAIN, step.nanos() + step.config().settings().drainNanos());
		}
	}

	public static void drained(StepContext step, long token) {
		LeaderState leader = step.leader();
		if (leader != null && leader.token() == token && leader.drain() != null) {
			RoleChanges.standDown(step, leader.drain().reason());
		}
	}

	public static void drainTimedOut(StepContext step) {
		if (step.leader() != null && step.leader().drain() != null) {
			RoleChanges.standDown(step, step.leader().drain().reason());
		}
	}

	public static void ceded(StepContext step, Envelope<QuorumMessage> envelope, LeadershipCession cession) {
		Ceded ceded = new Ceded(envelope.from(), envelope.incarnation(), cession.term());
		boolean newest = cession.term() >= step.ballot().term();
		// a leader that lost its quorum may name a successor that reaches no quorum
		// either
		boolean backed = step.state().hearsLeader(step.nanos());
		boolean ledHere = Cessions.hear(step, ceded);
		if (!ledHere) {
			Scouting.reconsider(step);
		}
		if (!ledHere || cession.successors().isEmpty()) {
			return;
		}
		Attempts.successorsNamed(step, cession.successors());
		Attempts.chosen(step, cession.chosen() && cession.successors().get(0).equals(step.self()));
		int rank = Ranks.rank(step.state(), step.self());
		// a node that gave leadership up a moment ago is first again only if it was
		// chosen
		boolean first = rank == 0 && (cession.chosen() || !step.state().standsBehind(step.nanos()));
		// in any other term nobody has been scouted
		boolean next = step.state().nextTerm(ceded.term(), step.now()) == ceded.term() + 1;
		if (first && newest && next && backed && step.state().mayStand() && step.proposal() == null
				&& step.state().ownWait(step.now()) == 0 && step.state().reachesEnough()) {
			Candidate.propose(step, ceded);
		}
		else {
			boolean handedOver = newest && backed && rank > 0 && step.config().timeout() == null
					&& step.state().connected(cession.successors().get(0));
			RoleChanges.abandonScouting(step);
			long whileYielding = step.state().isYielding(step.nanos()) ? step.state().rankDelay() : 0;
			Attempts.afterOwnRank(step, handedOver ? headStart(step) : whileYielding);
		}
	}

	/**
	 * How long the others leave the first successor alone. It proposes without scouting,
	 * so a scout would only disturb it.
	 */
	private static long headStart(StepContext step) {
		return Math.max(0, step.state().candidacyNanos() - step.state().rankDelay());
	}

}
