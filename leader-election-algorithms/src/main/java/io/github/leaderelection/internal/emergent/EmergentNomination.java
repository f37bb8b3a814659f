package io.github.leaderelection.internal.emergent;

import java.util.Set;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.JoinFailure;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Nominates the oldest member of this node's group, and passes only messages of that
 * group to the underlying election. For that election a message from outside is a lost
 * one, so its promises hold.
 */
public final class EmergentNomination implements Nomination<EmergentState, EmergentMessage> {

	private static final NominationHeader<EmergentState, EmergentMessage> HEADER = new NominationHeader<>("emergent",
			EmergentMessage.class, EmergentState.class, EmergentMessage.Vote::new,
			Set.of(MinimumClusterSize.OPTION, EmergentOptions.SEED_NODES, EmergentOptions.HEARTBEAT_NEIGHBOURS,
					EmergentOptions.ALL_TO_ALL_UP_TO, JoinFailure.OPTION),
			Set.of(Trait.LAYERED, Trait.NEEDS_ALL_LINKS, Trait.JOINS_BY_SEED_NODES));

	@Override
	public NominationHeader<EmergentState, EmergentMessage> header() {
		return HEADER;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		// Fails for another invalid option.
		EmergentOptions.of(settings);
		JoinFailure.of(settings);
		return MinimumClusterSize.promises(settings);
	}

	@Override
	public EmergentState begin(QuorumState election) {
		return EmergentState.over(election);
	}

	@Override
	public void started(NominationTurn<EmergentState, EmergentMessage> turn) {
		Joining.start(new GroupTurn(turn));
	}

	@Override
	public void stand(NominationTurn<EmergentState, EmergentMessage> turn) {
		// A node that may not stand now is asked again with every heartbeat.
		Coordinating.stand(new GroupTurn(turn));
	}

	@Override
	public void fired(NominationTurn<EmergentState, EmergentMessage> step, NominationTimer timer) {
		if (timer != NominationTimer.BEAT) {
			return;
		}
		GroupTurn turn = new GroupTurn(step);
		long interval = turn.options().heartbeatNanos();
		excuse(turn, turn.nanos() - turn.state().moments().beat());
		step.start(NominationTimer.BEAT, interval);
		turn.moments((m) -> m.withBeat(turn.nanos() + interval));
		NodeId bound = turn.state().bound();
		if (bound != null) {
			Joining.leaveFor(turn, bound);
		}
		if (!turn.joined()) {
			Joining.tick(turn);
			return;
		}
		Belonging.beat(turn);
		if (turn.coordinates()) {
			Coordinating.tick(turn);
		}
		else {
			Belonging.tick(turn);
		}
	}

	/**
	 * Restarts the heartbeats after a failed step, which started no timer. Messages of
	 * other members trigger it.
	 */
	private static void beatAgain(GroupTurn turn) {
		if (turn.due(turn.state().moments().beat() + turn.options().leaseNanos())) {
			excuse(turn, turn.nanos() - turn.state().moments().beat());
			turn.turn().start(NominationTimer.BEAT, 0);
			turn.moments((m) -> m.withBeat(turn.nanos()));
		}
	}

	private static void excuse(GroupTurn turn, long late) {
		if (late > turn.options().heartbeatNanos() / 2) {
			turn.contacts((contacts) -> contacts.excuse(late, turn.nanos()));
		}
	}

	@Override
	public void heard(NominationTurn<EmergentState, EmergentMessage> step, Envelope<EmergentMessage> envelope) {
		GroupTurn turn = new GroupTurn(step);
		beatAgain(turn);
		NodeId from = envelope.from();
		EmergentMessage message = envelope.body();
		if (message instanceof EmergentMessage.JoinRequest request) {
			Joining.requested(turn, envelope, request);
		}
		else if (message instanceof EmergentMessage.NotJoined notJoined) {
			Joining.notJoined(turn, from, notJoined);
		}
		else if (message instanceof EmergentMessage.JoinResponse response) {
			Joining.admitted(turn, response.list());
		}
		else if (message instanceof EmergentMessage.ListUpdate update) {
			Belonging.updated(turn, from, update);
		}
		else if (turn.joined()) {
			heardAsMember(turn, envelope);
		}
	}

	private static void heardAsMember(GroupTurn turn, Envelope<EmergentMessage> envelope) {
		NodeId from = envelope.from();
		EmergentMessage message = envelope.body();
		if (message instanceof EmergentMessage.Heartbeat heartbeat) {
			Belonging.heartbeat(turn, envelope, heartbeat);
		}
		else if (message instanceof EmergentMessage.ListRequest request) {
			Belonging.requested(turn, envelope, request);
		}
		else if (message instanceof EmergentMessage.ListUnchanged unchanged) {
			Belonging.unchanged(turn, from, unchanged);
		}
		else if (message instanceof EmergentMessage.ListAcknowledged acknowledged) {
			Coordinating.acknowledged(turn, from, acknowledged.version());
		}
		else if (message instanceof EmergentMessage.Stranger stranger) {
			Belonging.strangerTo(turn, from, stranger);
		}
		else if (message instanceof EmergentMessage.Silent silent) {
			Belonging.reported(turn, from, silent);
		}
		else if (message instanceof EmergentMessage.Leaving leaving) {
			Belonging.left(turn, from, leaving.ticket());
		}
		else if (message instanceof EmergentMessage.MergeCall call) {
			Merging.called(turn, envelope, call);
		}
		else if (message instanceof EmergentMessage.MergeRequest request) {
			Merging.asked(turn, from, request);
		}
		else if (message instanceof EmergentMessage.Merge merge) {
			Merging.merged(turn, from, merge);
		}
	}

	/**
	 * Passes messages of the own group, and from any member those that free a promise or
	 * reveal spent terms. The underlying election would let the first successor stand at
	 * once. Here the oldest member stands.
	 */
	@Override
	public @Nullable QuorumMessage admit(NominationTurn<EmergentState, EmergentMessage> step,
			Envelope<EmergentMessage> envelope, QuorumMessage message) {
		GroupTurn turn = new GroupTurn(step);
		NodeId from = envelope.from();
		boolean member = turn.joined() && turn.list().contains(from);
		if (message instanceof LeadershipCession cession) {
			return (member && cession.chosen()) ? cession : cession.withoutSuccessors();
		}
		if (message instanceof Introduction || message instanceof StateQuestion || message instanceof StateAnswer) {
			return message;
		}
		if (message instanceof LeaderHeartbeat && turn.joined() && turn.list().isCoordinator(from)) {
			// For another member, being leader does not mean that it is still in this
			// group.
			turn.heard(from);
		}
		return member ? message : null;
	}

	@Override
	public boolean isPlausible(ElectionSettings settings, EmergentMessage message) {
		if (message instanceof EmergentMessage.ListUpdate update) {
			return update.list().isPlausible(settings.members());
		}
		if (message instanceof EmergentMessage.JoinResponse response) {
			return response.list().isPlausible(settings.members());
		}
		if (message instanceof EmergentMessage.Heartbeat heartbeat) {
			return GroupList.isPlausible(heartbeat.version());
		}
		if (message instanceof EmergentMessage.ListRequest request) {
			return GroupList.isPlausible(request.version());
		}
		int most = settings.members().size();
		if (message instanceof EmergentMessage.MergeCall call) {
			return call.size() >= 1 && call.size() <= most;
		}
		return !(message instanceof EmergentMessage.MergeRequest request)
				|| (request.size() >= 1 && request.size() <= most);
	}

	@Override
	public void linkChanged(NominationTurn<EmergentState, EmergentMessage> step, NodeId peer) {
		GroupTurn turn = new GroupTurn(step);
		if (turn.election().connected(peer)) {
			Joining.connected(turn, peer);
		}
	}

	@Override
	public void leaderChanged(NominationTurn<EmergentState, EmergentMessage> turn, @Nullable NodeId leader) {
		Coordinating.leaderChanged(new GroupTurn(turn), leader);
	}

	/**
	 * The list reports who joined and who was removed. For its members only this node's
	 * own suspicion is reported, regardless of a quorum.
	 */
	@Override
	public Effect.@Nullable MemberChanged<EmergentMessage> memberChanged(
			NominationTurn<EmergentState, EmergentMessage> turn, Effect.MemberChanged<QuorumMessage> changed) {
		NodeId member = changed.member();
		boolean missed = changed.state() == MemberState.SUSPECTED || changed.state() == MemberState.DOWN;
		EmergentState state = turn.state();
		if (missed == state.missed().contains(member) || !state.list().contains(member)) {
			return null;
		}
		turn.state(missed ? state.missing(member) : state.hearingAgain(member));
		return new Effect.MemberChanged<>(member, missed ? MemberState.SUSPECTED : MemberState.UP);
	}

	@Override
	public @Nullable String transferRefusal(NominationTurn<EmergentState, EmergentMessage> step, NodeId to) {
		GroupTurn turn = new GroupTurn(step);
		boolean outside = turn.election().connected(to) && !turn.list().contains(to);
		return outside ? "'" + to + "' is not in this node's group, whose members would not vote for it: wait until it "
				+ "has joined, or name one of " + turn.others() : null;
	}

	@Override
	public void leaving(NominationTurn<EmergentState, EmergentMessage> turn) {
		Belonging.leave(new GroupTurn(turn));
	}

	@Override
	public ElectionView view(EmergentState state, ElectionView view, Now now) {
		return EmergentView.of(state, view, now);
	}

}
