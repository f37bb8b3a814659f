package io.github.leaderelection.zab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.Promise;
import io.github.leaderelection.nomination.Nomination;
import io.github.leaderelection.nomination.NominationTimer;
import io.github.leaderelection.nomination.NominationTurn;
import io.github.leaderelection.protocol.Effect;
import io.github.leaderelection.protocol.ElectionSettings;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.protocol.Event;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.quorum.QuorumState;
import io.github.leaderelection.zab.ZabState.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Nominates the member with the highest position, or else the highest id, that enough
 * members vote for.
 *
 * <p>
 * Holes of the original that are closed here: a member that cannot tell its position, or
 * could not lead, votes for others only; one that was elected by those who hear all, but
 * hears too few itself, is passed over in the next round.
 */
public final class ZabNomination implements Nomination<ZabState, ZabMessage> {

	/** The option that says how long a better vote is awaited. */
	public static final String SETTLE_TIME = "settle-time";

	/** As long as ZooKeeper waits. */
	private static final Duration LONGEST_SETTLE_TIME = Duration.ofMillis(200);

	private static final int SETTLE_TIMES_PER_LEASE = 10;

	/** Made once: it is asked for with every status. */
	private static final Set<Promise> ALL = Set.copyOf(EnumSet.allOf(Promise.class));

	@Override
	public String name() {
		return "zab";
	}

	@Override
	public Class<ZabMessage> messageType() {
		return ZabMessage.class;
	}

	@Override
	public Class<ZabState> stateType() {
		return ZabState.class;
	}

	@Override
	public Set<String> options() {
		return Set.of(SETTLE_TIME);
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		// says so if the time cannot be used
		settleNanos(settings);
		return ALL;
	}

	private static long settleNanos(ElectionSettings settings) {
		long otherwise = Math.min(LONGEST_SETTLE_TIME.toNanos(), settings.leaseNanos() / SETTLE_TIMES_PER_LEASE);
		long chosen = settings.options().duration(SETTLE_TIME, Duration.ofNanos(otherwise)).toNanos();
		if (chosen > settings.leaseNanos()) {
			throw new IllegalArgumentException("leader-election.zab." + SETTLE_TIME + " is " + Duration.ofNanos(chosen)
					+ ", which is longer than the lease " + Duration.ofNanos(settings.leaseNanos())
					+ ": set it to a tenth of the lease");
		}
		return chosen;
	}

	@Override
	public ZabMessage carry(QuorumMessage message) {
		return new ZabMessage.Epoch(message);
	}

	@Override
	public @Nullable QuorumMessage carried(ZabMessage message) {
		return (message instanceof ZabMessage.Epoch epoch) ? epoch.message() : null;
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
			look(turn, state.round() + 1);
		}
		// else the timer of what is under way fires later
	}

	/**
	 * Opens or joins a round. The position is read anew: one remembered may be old.
	 */
	private static void look(NominationTurn<ZabState, ZabMessage> turn, long round) {
		look(turn, round, List.of());
	}

	private static void look(NominationTurn<ZabState, ZabMessage> turn, long round, List<NodeId> butFor) {
		turn.state(turn.state().failing(butFor).reading(round, turn.nanos() + patience(turn)));
		turn.effect(new Effect.ReadPosition<>(round));
		turn.start(NominationTimer.ANSWERS, patience(turn));
	}

	/**
	 * How long one that was elected may take: the promises to the last leader run out
	 * within a lease.
	 */
	private static long patience(NominationTurn<ZabState, ZabMessage> turn) {
		return turn.election().settings().leaseNanos() + turn.election().exchangeNanos();
	}

	@Override
	public void positionRead(NominationTurn<ZabState, ZabMessage> turn, Event.PositionRead<ZabMessage> read) {
		ZabState state = turn.state();
		if (state.phase() != Phase.READING || read.request() != state.round()) {
			return;
		}
		state = state.read(read.position());
		Position own = state.position();
		boolean stands = turn.election().couldStand() && !turn.election().standsBehind(turn.nanos());
		Vote best = (own != null && stands) ? Vote.of(own, turn.self()) : null;
		for (ZabState.Heard heard : state.table()) {
			best = better(state, heard.vote(), best);
		}
		turn.state(state.votingFor(best));
		tell(turn);
		judge(turn);
	}

	private static @Nullable Vote better(ZabState state, Vote heard, @Nullable Vote own) {
		return (!state.hasFailed(heard.member()) && heard.isBetterThan(own)) ? heard : own;
	}

	/**
	 * Tells the own vote to all, and again after a while: it may be lost, and each time
	 * later, lest who is cut off floods the rest.
	 */
	private static void tell(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		turn.broadcast(new ZabMessage.Notification(state.round(), state.vote()));
		long lease = turn.election().settings().leaseNanos();
		long wait = Math.min(Math.max(2 * state.waitNanos(), turn.election().turnNanos()), lease);
		turn.state(state.waited(wait).in(Phase.LOOKING, turn.nanos() + wait));
		turn.start(NominationTimer.ANSWERS, wait);
	}

	/**
	 * Waits for a better vote once enough hold the same.
	 */
	private static void judge(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		Vote own = (state.position() != null) ? Vote.of(state.position(), turn.self()) : null;
		if (own != null && state.hasFailed(turn.self()) && turn.election().couldStand()
				&& state.votingFor(own).supporters() >= turn.election().required()) {
			// the others came round to this node just when it stood back
			state = state.votingFor(own);
			turn.broadcast(new ZabMessage.Notification(state.round(), own));
			turn.state(state);
		}
		if (state.vote() != null && state.supporters() >= turn.election().required()) {
			long settle = settleNanos(turn.election().settings());
			turn.state(state.in(Phase.SETTLING, turn.nanos() + settle));
			turn.start(NominationTimer.ANSWERS, settle);
		}
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
				notified(turn, envelope, notification);
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

	private static void notified(NominationTurn<ZabState, ZabMessage> turn, Envelope<ZabMessage> envelope,
			ZabMessage.Notification notification) {
		ZabState state = turn.state();
		Vote vote = notification.vote();
		if (notification.round() < state.round()) {
			// one that does not look tells the round alone, so that both come to the same
			turn.reply(envelope, new ZabMessage.Notification(state.round(), state.isLooking() ? state.vote() : null));
			return;
		}
		if (notification.round() > state.round() || state.phase() == Phase.IDLE) {
			// also one that could not lead has a vote
			look(turn, notification.round());
		}
		if (vote == null) {
			return;
		}
		turn.state(turn.state().hearing(envelope.from(), vote));
		Phase phase = turn.state().phase();
		if (phase != Phase.LOOKING && phase != Phase.SETTLING) {
			return;
		}
		Vote best = better(turn.state(), vote, turn.state().vote());
		if (best != null && !best.equals(turn.state().vote())) {
			turn.state(turn.state().votingFor(best).waited(0));
			tell(turn);
		}
		if (turn.state().phase() == Phase.LOOKING) {
			judge(turn);
		}
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
			case LOOKING -> tellOn(turn, state, leaderless);
			case SETTLING -> elected(turn, state);
			case CHOOSING -> passOver(turn, state, leaderless);
			default -> lookAgain(turn, leaderless);
		}
	}

	/**
	 * Where nobody else could lead, a member that gave leadership up does after all.
	 * Where nobody tells a position, all are asked for it again.
	 */
	private static void tellOn(NominationTurn<ZabState, ZabMessage> turn, ZabState state, boolean leaderless) {
		if (!leaderless) {
			lookAgain(turn, false);
			return;
		}
		if (state.waitNanos() >= turn.election().settings().leaseNanos()) {
			// nobody tells a position, or those that were passed over are needed
			lookAgain(turn, true);
			return;
		}
		if (state.vote() == null && state.position() != null && turn.election().couldStand()) {
			turn.state(state.votingFor(Vote.of(state.position(), turn.self())));
		}
		else if (state.waitNanos() >= turn.election().exchangeNanos() && isForItself(turn)) {
			// it does not reach those that it takes to be linked, perhaps
			vote(turn, with(state.failed(), turn.self()));
		}
		tell(turn);
		judge(turn);
	}

	private static boolean isForItself(NominationTurn<ZabState, ZabMessage> turn) {
		Vote vote = turn.state().vote();
		return vote != null && vote.member().equals(turn.self());
	}

	/**
	 * Votes for the best of those that were heard, but for some.
	 */
	private static void vote(NominationTurn<ZabState, ZabMessage> turn, List<NodeId> butFor) {
		ZabState state = turn.state().failing(butFor);
		Vote own = state.vote();
		Vote best = (own != null && !state.hasFailed(own.member())) ? own : null;
		for (ZabState.Heard heard : state.table()) {
			best = better(state, heard.vote(), best);
		}
		turn.state(state.votingFor(best));
	}

	private static List<NodeId> with(List<NodeId> some, NodeId member) {
		List<NodeId> more = new ArrayList<>(some);
		more.remove(member);
		more.add(member);
		return more;
	}

	private static void elected(NominationTurn<ZabState, ZabMessage> turn, ZabState state) {
		if (state.vote() != null && state.vote().member().equals(turn.self())) {
			wait(turn, Phase.LEADING, patience(turn));
			turn.letStand();
		}
		else {
			wait(turn, Phase.CHOOSING, untilHeard(turn));
		}
	}

	/**
	 * How long one that was elected may take to be heard: its own wait for a better vote
	 * may have begun later.
	 */
	private static long untilHeard(NominationTurn<ZabState, ZabMessage> turn) {
		return settleNanos(turn.election().settings()) + turn.election().exchangeNanos();
	}

	/**
	 * It should have been heard to stand by now. It hears too few, perhaps, though enough
	 * hear of it.
	 */
	private static void passOver(NominationTurn<ZabState, ZabMessage> turn, ZabState state, boolean leaderless) {
		if (state.vote() == null || !leaderless || !turn.election().couldStand()) {
			lookAgain(turn, leaderless);
			return;
		}
		List<NodeId> failed = with(state.failed(), state.vote().member());
		// who has passed over all others stands itself, and begins with them anew only
		// after that
		look(turn, state.round() + 1, (failed.size() <= turn.election().others().size()) ? failed : List.of());
	}

	private static void lookAgain(NominationTurn<ZabState, ZabMessage> turn, boolean leaderless) {
		if (leaderless && turn.election().couldStand()) {
			look(turn, turn.state().round() + 1);
		}
		else {
			turn.state(turn.state().in(Phase.IDLE, 0));
			turn.start(NominationTimer.SEARCH, turn.election().exchangeNanos());
		}
	}

	private static void search(NominationTurn<ZabState, ZabMessage> turn, boolean leaderless) {
		if (turn.election().leaderId() != null) {
			return;
		}
		if (leaderless && turn.state().phase() == Phase.IDLE && turn.election().couldStand()) {
			look(turn, turn.state().round() + 1);
		}
		else {
			turn.start(NominationTimer.SEARCH, patience(turn));
		}
	}

	/**
	 * What the one that was elected says to the election below shows that it stands. The
	 * successor that a leader names does not stand at once: positions decide.
	 */
	@Override
	public @Nullable QuorumMessage admit(NominationTurn<ZabState, ZabMessage> turn, Envelope<ZabMessage> envelope,
			QuorumMessage message) {
		ZabState state = turn.state();
		boolean stands = message instanceof QuorumMessage.ScoutingRequest
				|| message instanceof QuorumMessage.ElectionProposal;
		if (stands && state.phase() == Phase.CHOOSING && state.vote() != null
				&& state.vote().member().equals(envelope.from())) {
			wait(turn, Phase.FOLLOWING, patience(turn));
		}
		if (message instanceof LeadershipCession cession && !cession.chosen()) {
			return new LeadershipCession(cession.term(), List.of(), false);
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
			look(turn, turn.state().round() + 1);
		}
		turn.start(NominationTimer.SEARCH, patience(turn));
	}

}
