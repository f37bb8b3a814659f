package io.github.leaderelection.internal.ring;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.ring.RingState.Phase;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Nominates the highest id on the ring of live members.
 *
 * <p>
 * This closes gaps of the original. Laps are numbered, so a lost lap does not swallow the
 * next one. A member that could not lead does not add its own id. A member whose id does
 * not come back, or that does not become leader, ranks lower in the next lap. A lap that
 * reaches a live leader ends there, and the leader announces itself again.
 */
public final class RingNomination implements Nomination<RingState, RingMessage> {

	private static final NominationHeader<RingState, RingMessage> HEADER = new NominationHeader<>("ring",
			RingMessage.class, RingState.class, RingMessage.Binding::new, Set.of(MinimumClusterSize.OPTION),
			Set.of(Trait.LAYERED, Trait.NEEDS_ALL_LINKS));

	private final Laps laps;

	public RingNomination() {
		this(Comparator.naturalOrder());
	}

	/**
	 * Creates a ring in another order, for measurements.
	 * @param order of the members along the ring, the same on all nodes
	 */
	public RingNomination(Comparator<NodeId> order) {
		this.laps = new Laps(new Ring(order));
	}

	/**
	 * With a majority all promises, for returning members do not take over from a live
	 * leader.
	 */
	@Override
	public NominationHeader<RingState, RingMessage> header() {
		return HEADER;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		return (required(settings) >= settings.quorum()) ? Promise.ALL : MinimumClusterSize.promises(settings);
	}

	@Override
	public RingState begin(QuorumState election) {
		return RingState.begin(election);
	}

	@Override
	public void stand(NominationTurn<RingState, RingMessage> turn) {
		RingState state = turn.state();
		boolean over = state.phase() == Phase.IDLE || turn.reached(state.untilNanos());
		if (over || state.phase() == Phase.COORDINATING || announcedIsGone(turn)) {
			this.laps.giveUp(turn);
			this.laps.begin(turn);
		}
		// Otherwise the timer of the running phase fires later.
	}

	private static boolean announcedIsGone(NominationTurn<RingState, RingMessage> turn) {
		NodeId coordinator = turn.state().coordinator();
		return turn.state().phase() == Phase.ANNOUNCED
				&& (coordinator == null || !turn.election().connected(coordinator));
	}

	@Override
	public void heard(NominationTurn<RingState, RingMessage> turn, Envelope<RingMessage> envelope) {
		if (envelope.body() instanceof RingMessage.Election election) {
			turn.reply(envelope, new RingMessage.Received(election.lap(), election.candidate().id()));
			this.laps.arrived(turn, envelope.from(), election);
		}
		else if (envelope.body() instanceof RingMessage.Coordinator coordinator) {
			turn.reply(envelope, new RingMessage.Received(coordinator.lap(), coordinator.leader()));
			this.laps.announced(turn, coordinator);
		}
		else if (envelope.body() instanceof RingMessage.Received received) {
			Ring.acknowledged(turn, received);
		}
	}

	@Override
	public void fired(NominationTurn<RingState, RingMessage> turn, NominationTimer timer) {
		if (timer == NominationTimer.ANSWERS) {
			this.laps.notAcknowledged(turn);
		}
		else if (timer == NominationTimer.SEARCH) {
			this.laps.waited(turn);
		}
	}

	/**
	 * The underlying election would let the first successor of a resigned leader stand
	 * without a lap. Here it begins a lap, unless it was chosen explicitly.
	 */
	@Override
	public @Nullable QuorumMessage admit(NominationTurn<RingState, RingMessage> turn, Envelope<RingMessage> envelope,
			QuorumMessage message) {
		if (message instanceof LeadershipCession cession && !cession.chosen()) {
			List<NodeId> successors = cession.successors();
			if (!successors.isEmpty() && successors.get(0).equals(turn.self())
					&& envelope.from().equals(turn.election().leaderId())) {
				turn.state(turn.state().beginningNext());
			}
			return cession.withoutSuccessors();
		}
		return message;
	}

	@Override
	public void leaderChanged(NominationTurn<RingState, RingMessage> turn, @Nullable NodeId leader) {
		if (leader != null) {
			turn.state(turn.state().led());
		}
		else {
			long heartbeat = turn.election().settings().heartbeatNanos();
			turn.start(NominationTimer.SEARCH, turn.state().beginsNext() ? 0 : heartbeat);
		}
	}

}
