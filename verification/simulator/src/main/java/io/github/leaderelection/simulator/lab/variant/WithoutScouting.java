package io.github.leaderelection.simulator.lab.variant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ProtocolDecorator;
import io.github.leaderelection.spi.Envelope;

/**
 * The default election with its scouting cut out, for a picture of what scouting is
 * worth: no question leaves the node; it tells itself that every member it ever heard
 * said yes, and proposes. For one process and one thread.
 */
final class WithoutScouting extends ProtocolDecorator<QuorumState, QuorumMessage> {

	private final Map<NodeId, Envelope<QuorumMessage>> heard = new HashMap<>();

	private long incarnation;

	WithoutScouting(ElectionProtocol<QuorumState, QuorumMessage> protocol) {
		super(protocol);
	}

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered, Now now, long entropy) {
		this.incarnation = recovered.incarnation();
		return super.start(recovered, now, entropy);
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Input<QuorumMessage> input) {
		if (input.event() instanceof Event.MessageReceived<QuorumMessage> received) {
			this.heard.put(received.envelope().from(), received.envelope());
		}
		Step<QuorumState, QuorumMessage> step = super.step(state, input);
		QuorumState next = step.state();
		List<Effect<QuorumMessage>> effects = new ArrayList<>();
		List<Effect.Send<QuorumMessage>> questions = new ArrayList<>();
		sort(step, effects, questions);
		for (Effect.Send<QuorumMessage> question : questions) {
			Envelope<QuorumMessage> from = this.heard.get(question.to());
			if (from != null && question.body() instanceof ScoutingRequest request) {
				Event<QuorumMessage> yes = new Event.MessageReceived<>(yes(from, request));
				Step<QuorumState, QuorumMessage> answered = super.step(next,
						new Input<>(yes, input.now(), input.entropy()));
				next = answered.state();
				sort(answered, effects, new ArrayList<>());
			}
		}
		return new Step<>(next, List.copyOf(effects));
	}

	private static void sort(Step<QuorumState, QuorumMessage> step, List<Effect<QuorumMessage>> effects,
			List<Effect.Send<QuorumMessage>> questions) {
		for (Effect<QuorumMessage> effect : step.effects()) {
			if (effect instanceof Effect.Send<QuorumMessage> send && send.body() instanceof ScoutingRequest) {
				questions.add(send);
			}
			else {
				effects.add(effect);
			}
		}
	}

	private Envelope<QuorumMessage> yes(Envelope<QuorumMessage> from, ScoutingRequest request) {
		return new Envelope<>(from.cluster(), from.group(), from.from(), from.identity(), from.incarnation(),
				from.fingerprint(), this.incarnation,
				new ScoutingResponse(request.term(), request.round(), true, Refusal.NONE, null, 0, 0));
	}

}
