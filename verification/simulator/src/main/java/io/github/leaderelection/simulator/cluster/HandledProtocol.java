package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * Any election, while the observer is told which messages it handles and what it says.
 */
final class HandledProtocol<S, M extends ElectionMessage> extends ProtocolDecorator<S, M> {

	private final SimulatedNode node;

	private final String group;

	HandledProtocol(ElectionProtocol<S, M> protocol, SimulatedNode node, String group) {
		super(protocol);
		this.group = group;
		this.node = node;
	}

	@Override
	public Step<S, M> step(S state, Input<M> input) {
		if (input.event() instanceof Event.MessageReceived<M> received) {
			this.node.observer().handled(this.node, received.envelope());
		}
		try {
			Step<S, M> step = super.step(state, input);
			tell(input, step);
			for (Effect<M> effect : step.effects()) {
				if (effect instanceof Effect.Send<M> send) {
					this.node.observer().says(this.node, this.group, input.now(), send.body());
				}
			}
			return step;
		}
		catch (RuntimeException ex) {
			this.node.observer()
				.broken(this.node, "the protocol threw " + ex + " at " + input + " in " + ex.getStackTrace()[0]);
			throw ex;
		}
	}

	/**
	 * What the quorum election at the bottom does is told by itself.
	 */
	private void tell(Input<M> input, Step<S, M> step) {
		if (this.node.cluster().trace().isOn() && !(step.state() instanceof QuorumState)) {
			this.node.cluster().trace().line(this.node.index(), "above " + input.event() + " -> " + step.effects());
		}
	}

}
