package io.github.leaderelection.simulator.lab.variant;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ProtocolDecorator;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The rule of the article the default election grew from, for a picture of what promises
 * are worth: a node always honours a higher term. A follower forgets what it promised, a
 * leader gives way, and a heartbeat of a lower term is always answered. Two may lead at a
 * time. For one process and one thread.
 */
final class HonoursHigherTerms extends ProtocolDecorator<QuorumState, QuorumMessage> {

	private @Nullable Envelope<QuorumMessage> followed;

	private long token;

	HonoursHigherTerms(ElectionProtocol<QuorumState, QuorumMessage> protocol) {
		super(protocol);
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Input<QuorumMessage> input) {
		List<Effect<QuorumMessage>> effects = new ArrayList<>();
		QuorumState current = state;
		if (input.event() instanceof Event.MessageReceived<QuorumMessage> received) {
			Envelope<QuorumMessage> envelope = received.envelope();
			QuorumMessage body = envelope.body();
			boolean higher = body.term() > state.ballot().term();
			if (body instanceof LeaderHeartbeat && body.term() < state.ballot().term()) {
				effects.add(new Effect.Send<>(envelope.from(), new StaleHeartbeat(state.ballot().term(), null),
						envelope.incarnation()));
				return new Step<>(state, effects);
			}
			if (higher && (body instanceof ElectionProposal || body instanceof StaleHeartbeat)) {
				current = giveWay(state, input, effects);
			}
			if (body instanceof LeaderHeartbeat) {
				this.followed = envelope;
			}
		}
		return new Step<>(take(super.step(current, input), effects), effects);
	}

	private QuorumState giveWay(QuorumState state, Input<QuorumMessage> input, List<Effect<QuorumMessage>> effects) {
		Event<QuorumMessage> event = null;
		if (state.role() == Role.LEADER) {
			event = new Event.GrantEnded<>(this.token);
		}
		else if (this.followed != null) {
			QuorumMessage cession = new LeadershipCession(state.ballot().term(), List.of(), false);
			event = new Event.MessageReceived<>(with(this.followed, cession));
		}
		return (event == null) ? state
				: take(super.step(state, new Input<>(event, input.now(), input.entropy())), effects);
	}

	/**
	 * In the article a leader that gives way names no successors.
	 */
	private QuorumState take(Step<QuorumState, QuorumMessage> step, List<Effect<QuorumMessage>> effects) {
		for (Effect<QuorumMessage> effect : step.effects()) {
			if (effect instanceof Effect.Grant<QuorumMessage> grant) {
				this.token = grant.fencingToken();
			}
			if (!(effect instanceof Effect.Send<QuorumMessage> send && send.body() instanceof LeadershipCession cession
					&& !cession.successors().isEmpty())) {
				effects.add(effect);
			}
		}
		return step.state();
	}

	private static <M extends ElectionMessage> Envelope<M> with(Envelope<M> envelope, M body) {
		return new Envelope<>(envelope.cluster(), envelope.group(), envelope.from(), envelope.identity(),
				envelope.incarnation(), envelope.fingerprint(), 0, body);
	}

}
