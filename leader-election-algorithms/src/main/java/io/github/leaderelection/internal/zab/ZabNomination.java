package io.github.leaderelection.internal.zab;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.zab.ZabState.Phase;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Nominates the member that enough members vote for. Votes prefer the highest position,
 * then the highest id.
 *
 * <p>
 * This closes gaps of the original. A member without a position, or one that could not
 * lead, votes only for others. An elected member that hears too few members itself is
 * passed over in the next round.
 */
public final class ZabNomination implements Nomination<ZabState, ZabMessage> {

	private static final NominationHeader<ZabState, ZabMessage> HEADER = new NominationHeader<>("zab", ZabMessage.class,
			ZabState.class, ZabMessage.Epoch::new, Set.of(SettleTime.OPTION),
			Set.of(Trait.LAYERED, Trait.NEEDS_ALL_LINKS, Trait.ELECTS_THE_FURTHEST_UNHEARD));

	@Override
	public NominationHeader<ZabState, ZabMessage> header() {
		return HEADER;
	}

	@Override
	public boolean goesByPosition() {
		return true;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		// Fails for an invalid time.
		SettleTime.nanos(settings);
		return Promise.ALL;
	}

	@Override
	public ZabState begin(QuorumState election) {
		return ZabState.over(election);
	}

	@Override
	public void stand(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		boolean over = state.phase() == Phase.IDLE || turn.reached(state.untilNanos());
		if (state.phase() == Phase.LEADING && !over) {
			turn.letStand();
		}
		else if (!state.isLooking() && over) {
			Looking.look(turn, state.round() + 1);
		}
		// Otherwise the timer of the running phase fires later.
	}

	@Override
	public void positionRead(NominationTurn<ZabState, ZabMessage> turn, Event.PositionRead<ZabMessage> read) {
		Looking.read(turn, read);
	}

	@Override
	public void heard(NominationTurn<ZabState, ZabMessage> turn, Envelope<ZabMessage> envelope) {
		if (envelope.body() instanceof ZabMessage.Notification notification) {
			NodeId leader = turn.election().leaderId();
			boolean led = leader != null && (leader.equals(turn.self()) || turn.election().hearsLeader(turn.nanos()));
			if (leader != null && led) {
				turn.reply(envelope, new ZabMessage.Led(leader));
			}
			else {
				Looking.notified(turn, envelope, notification);
			}
		}
		else if (envelope.body() instanceof ZabMessage.Led led && turn.state().isLooking()
				&& turn.election().connected(led.leader())) {
			wait(turn, Phase.CHOOSING, untilHeard(turn));
		}
	}

	private static void wait(NominationTurn<ZabState, ZabMessage> turn, Phase phase, long forNanos) {
		turn.state(turn.state().in(phase, turn.nanos() + forNanos));
		turn.start(NominationTimer.ANSWERS, forNanos);
	}

	@Override
	public void fired(NominationTurn<ZabState, ZabMessage> turn, NominationTimer timer) {
		ZabState state = turn.state();
		boolean leaderless = turn.election().leaderId() == null && turn.election().isLeaderless(turn.nanos());
		if (timer == NominationTimer.SEARCH) {
			search(turn, leaderless);
		}
		else if (timer == NominationTimer.ANSWERS && state.phase() != Phase.IDLE && turn.reached(state.untilNanos())) {
			waited(turn, state, leaderless);
		}
	}

	private static void waited(NominationTurn<ZabState, ZabMessage> turn, ZabState state, boolean leaderless) {
		switch (state.phase()) {
			case LOOKING -> Looking.tellOn(turn, state, leaderless);
			case SETTLING -> elected(turn, state);
			case CHOOSING -> passOver(turn, state, leaderless);
			default -> Looking.lookAgain(turn, leaderless);
		}
	}

	private static void elected(NominationTurn<ZabState, ZabMessage> turn, ZabState state) {
		if (state.vote() != null && state.vote().member().equals(turn.self())) {
			wait(turn, Phase.LEADING, turn.patienceNanos());
			turn.letStand();
		}
		else {
			wait(turn, Phase.CHOOSING, untilHeard(turn));
		}
	}

	/**
	 * How long an elected member may take to be heard. Its own wait for a better vote may
	 * have begun later.
	 */
	private static long untilHeard(NominationTurn<ZabState, ZabMessage> turn) {
		return SettleTime.nanos(turn.election().settings()) + turn.election().exchangeNanos();
	}

	/**
	 * The elected member was not heard to stand in time. It may hear too few members
	 * itself.
	 */
	private static void passOver(NominationTurn<ZabState, ZabMessage> turn, ZabState state, boolean leaderless) {
		if (state.vote() == null || !leaderless || !turn.election().couldStand()) {
			Looking.lookAgain(turn, leaderless);
			return;
		}
		Looking.look(turn, state.round() + 1, Looking.failing(turn, state.failed(), state.vote().member()));
	}

	private static void search(NominationTurn<ZabState, ZabMessage> turn, boolean leaderless) {
		if (turn.election().leaderId() != null) {
			return;
		}
		if (leaderless && turn.state().phase() == Phase.IDLE && turn.election().couldStand()) {
			Looking.look(turn, turn.state().round() + 1);
		}
		else {
			turn.start(NominationTimer.SEARCH, turn.patienceNanos());
		}
	}

	/**
	 * A question of the elected member shows that it stands. A successor named by the
	 * leader does not stand at once, for positions decide.
	 */
	@Override
	public @Nullable QuorumMessage admit(NominationTurn<ZabState, ZabMessage> turn, Envelope<ZabMessage> envelope,
			QuorumMessage message) {
		ZabState state = turn.state();
		boolean stands = message instanceof QuorumMessage.ScoutingRequest
				|| message instanceof QuorumMessage.ElectionProposal;
		if (stands && state.phase() == Phase.CHOOSING && state.vote() != null
				&& state.vote().member().equals(envelope.from())) {
			wait(turn, Phase.FOLLOWING, turn.patienceNanos());
		}
		if (message instanceof LeadershipCession cession && !cession.chosen()) {
			return cession.withoutSuccessors();
		}
		return message;
	}

	@Override
	public void leaderChanged(NominationTurn<ZabState, ZabMessage> turn, @Nullable NodeId leader) {
		if (leader != null) {
			turn.state(turn.state().in(Phase.IDLE, 0).failing(List.of()));
			turn.cancel(NominationTimer.ANSWERS);
			return;
		}
		boolean looksAtOnce = turn.state().phase() == Phase.IDLE && turn.election().couldStand()
				&& turn.election().isLeaderless(turn.nanos());
		if (looksAtOnce) {
			Looking.look(turn, turn.state().round() + 1);
		}
		turn.start(NominationTimer.SEARCH, turn.patienceNanos());
	}

}
