package io.github.leaderelection.internal.ring;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.nomination.Nomination;
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
 * Holes of the original that are closed here: a lap has a number, so one that was lost
 * does not swallow the next; a member that could not lead passes on without its own id;
 * one whose id does not come home, or that does not come to lead, stands back behind the
 * others in the next lap; a lap that reaches a live leader ends there, and that leader
 * tells all again.
 */
public final class RingNomination implements Nomination<RingState, RingMessage> {

	private final Laps laps;

	/**
	 * A ring in the order of ids.
	 */
	public RingNomination() {
		this(Comparator.naturalOrder());
	}

	/**
	 * A ring in another order, to see what that costs.
	 * @param order of the members along the ring, the same on all
	 */
	public RingNomination(Comparator<NodeId> order) {
		this.laps = new Laps(new Ring(order));
	}

	@Override
	public String name() {
		return "ring";
	}

	@Override
	public Set<String> options() {
		return Set.of(MinimumClusterSize.OPTION);
	}

	@Override
	public Set<Trait> traits() {
		return Set.of(Trait.LAYERED, Trait.NEEDS_ALL_LINKS);
	}

	@Override
	public Class<RingMessage> messageType() {
		return RingMessage.class;
	}

	@Override
	public Class<RingState> stateType() {
		return RingState.class;
	}

	@Override
	public int required(ElectionSettings settings) {
		return MinimumClusterSize.of(settings);
	}

	/**
	 * With a majority all: nothing here ends the lead of one that the election below
	 * keeps, whoever comes back.
	 */
	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		return (required(settings) >= settings.quorum()) ? Promise.ALL : MinimumClusterSize.promises(settings);
	}

	@Override
	public RingMessage carry(QuorumMessage message) {
		return new RingMessage.Binding(message);
	}

	@Override
	public @Nullable QuorumMessage carried(RingMessage message) {
		return (message instanceof RingMessage.Binding binding) ? binding.message() : null;
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
		// else the timer of what is under way fires later
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
	 * The election below would let the first successor of a leader that resigned stand
	 * without a lap; here it begins one, unless somebody chose it.
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
