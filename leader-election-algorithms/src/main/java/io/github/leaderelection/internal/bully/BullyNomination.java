package io.github.leaderelection.internal.bully;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.bully.BullyState.Phase;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Nominates the highest live id.
 *
 * <p>
 * This closes gaps of the original. A member that could not lead does not answer, or all
 * would wait for it: it reaches too few others, or has just given up leadership. The wait
 * for an answering member is bounded. An announced member has limited time to lead; then
 * the election starts again.
 */
public final class BullyNomination implements Nomination<BullyState, BullyMessage> {

	private static final NominationHeader<BullyState, BullyMessage> HEADER = new NominationHeader<>("bully",
			BullyMessage.class, BullyState.class, BullyMessage.Vote::new, Set.of(MinimumClusterSize.OPTION),
			Set.of(Trait.LAYERED, Trait.NEEDS_ALL_LINKS));

	@Override
	public NominationHeader<BullyState, BullyMessage> header() {
		return HEADER;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		return MinimumClusterSize.promises(settings);
	}

	@Override
	public BullyState begin(QuorumState election) {
		return new BullyState(election, Phase.IDLE, 0, null);
	}

	@Override
	public void stand(NominationTurn<BullyState, BullyMessage> turn) {
		if (turn.election().standsBehind(turn.nanos())) {
			// Others go first. If none of them leads, the search notices it.
			return;
		}
		BullyState state = turn.state();
		boolean over = state.phase() == Phase.IDLE || turn.reached(state.untilNanos());
		if (state.phase() == Phase.COORDINATING && !over) {
			turn.letStand();
		}
		else if (over || announcedIsGone(turn)) {
			elect(turn);
		}
		// Otherwise the timer of the running phase fires later.
	}

	private static boolean announcedIsGone(NominationTurn<BullyState, BullyMessage> turn) {
		NodeId coordinator = turn.state().coordinator();
		return turn.state().phase() == Phase.ANNOUNCED
				&& (coordinator == null || !turn.election().connected(coordinator));
	}

	/**
	 * Asks all members with higher ids. If none of them is linked, does not wait for
	 * answers.
	 */
	private static void elect(NominationTurn<BullyState, BullyMessage> turn) {
		boolean heard = false;
		for (NodeId higher : higher(turn)) {
			turn.send(higher, new BullyMessage.Election());
			heard |= turn.election().connected(higher);
		}
		if (heard) {
			enter(turn, Phase.ELECTING, turn.election().turnNanos());
		}
		else {
			announce(turn);
		}
	}

	private static void announce(NominationTurn<BullyState, BullyMessage> turn) {
		for (NodeId other : turn.election().others()) {
			if (other.compareTo(turn.self()) < 0) {
				turn.send(other, new BullyMessage.Coordinator());
			}
		}
		enter(turn, Phase.COORDINATING, turn.patienceNanos());
		turn.letStand();
	}

	private static List<NodeId> higher(NominationTurn<BullyState, BullyMessage> turn) {
		return turn.election().others().stream().filter((other) -> other.compareTo(turn.self()) > 0).toList();
	}

	private static void enter(NominationTurn<BullyState, BullyMessage> turn, Phase phase, long forNanos) {
		turn.state(turn.state().in(phase, turn.nanos() + forNanos));
		turn.start(NominationTimer.ANSWERS, forNanos);
	}

	@Override
	public void heard(NominationTurn<BullyState, BullyMessage> turn, Envelope<BullyMessage> envelope) {
		BullyMessage message = envelope.body();
		if (message instanceof BullyMessage.Election) {
			asked(turn, envelope);
		}
		else if (message instanceof BullyMessage.Answer && turn.state().phase() == Phase.ELECTING) {
			enter(turn, Phase.AWAITING, (turn.election().others().size() + 1) * turn.election().turnNanos());
		}
		else if (message instanceof BullyMessage.Coordinator) {
			announced(turn, envelope.from());
		}
	}

	private static void asked(NominationTurn<BullyState, BullyMessage> turn, Envelope<BullyMessage> envelope) {
		if (envelope.from().compareTo(turn.self()) >= 0 || !mayLead(turn)) {
			return;
		}
		turn.reply(envelope, new BullyMessage.Answer());
		BullyState state = turn.state();
		boolean underWay = state.phase() != Phase.IDLE && !turn.reached(state.untilNanos());
		if (!underWay) {
			elect(turn);
		}
	}

	private static boolean mayLead(NominationTurn<BullyState, BullyMessage> turn) {
		return turn.election().couldStand() && !turn.election().standsBehind(turn.nanos());
	}

	private static void announced(NominationTurn<BullyState, BullyMessage> turn, NodeId from) {
		if (from.compareTo(turn.self()) < 0) {
			// It did not hear this node's answer.
			if (mayLead(turn)) {
				elect(turn);
			}
			return;
		}
		turn.state(turn.state().announcedBy(from, turn.nanos() + turn.patienceNanos()));
		turn.start(NominationTimer.ANSWERS, turn.patienceNanos());
		if (turn.self().equals(turn.election().leaderId())) {
			turn.handOverTo(from);
		}
	}

	@Override
	public void fired(NominationTurn<BullyState, BullyMessage> turn, NominationTimer timer) {
		if (timer == NominationTimer.SEARCH) {
			takeOver(turn);
			return;
		}
		BullyState state = turn.state();
		if (timer != NominationTimer.ANSWERS || state.phase() == Phase.IDLE || !turn.reached(state.untilNanos())) {
			return;
		}
		if (state.phase() == Phase.ELECTING && turn.election().couldStand()) {
			announce(turn);
			return;
		}
		turn.state(state.in(Phase.IDLE, 0));
		if (turn.election().couldStand() && turn.election().isLeaderless(turn.nanos())) {
			elect(turn);
		}
		else {
			turn.start(NominationTimer.SEARCH, turn.patienceNanos());
		}
	}

	/**
	 * The underlying election would let the first successor stand at once. Here the
	 * highest id stands.
	 */
	@Override
	public @Nullable QuorumMessage admit(NominationTurn<BullyState, BullyMessage> turn, Envelope<BullyMessage> envelope,
			QuorumMessage message) {
		if (message instanceof LeadershipCession cession && !cession.chosen()) {
			return cession.withoutSuccessors();
		}
		return message;
	}

	@Override
	public void leaderChanged(NominationTurn<BullyState, BullyMessage> turn, @Nullable NodeId leader) {
		if (leader != null) {
			turn.state(turn.state().in(Phase.IDLE, 0));
			turn.cancel(NominationTimer.ANSWERS);
			turn.start(NominationTimer.SEARCH, turn.election().settings().heartbeatNanos());
			return;
		}
		if (turn.state().phase() == Phase.IDLE && mayLead(turn) && turn.election().isLeaderless(turn.nanos())) {
			elect(turn);
		}
		turn.start(NominationTimer.SEARCH, turn.patienceNanos());
	}

	/**
	 * Checks whether this node should replace a leader with a lower id, or should stand
	 * because there is no leader.
	 */
	private static void takeOver(NominationTurn<BullyState, BullyMessage> turn) {
		NodeId leader = turn.election().leaderId();
		boolean lower = leader == null || leader.compareTo(turn.self()) < 0;
		if (!lower) {
			return;
		}
		boolean due = (leader != null) ? mayLead(turn) && turn.election().hearsLeader(turn.nanos())
				: turn.election().couldStand() && turn.election().isLeaderless(turn.nanos());
		if (due && turn.state().phase() == Phase.IDLE) {
			elect(turn);
		}
		else {
			turn.start(NominationTimer.SEARCH, turn.patienceNanos());
		}
	}

}
