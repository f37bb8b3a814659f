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

	private final Surroundings surroundings;

	private final int machine;

	private final String group;

	HandledProtocol(ElectionProtocol<S, M> protocol, Surroundings surroundings, int machine, String group) {
		super(protocol);
		this.surroundings = surroundings;
		this.machine = machine;
		this.group = group;
	}

	@Override
	public Step<S, M> step(S state, Input<M> input) {
		if (input.event() instanceof Event.MessageReceived<M> received) {
			this.surroundings.tell((observer) -> observer.handled(this.machine, received.envelope()));
		}
		try {
			Step<S, M> step = super.step(state, input);
			tell(input, step);
			for (Effect<M> effect : step.effects()) {
				if (effect instanceof Effect.Send<M> send) {
					this.surroundings
						.tell((observer) -> observer.says(this.machine, this.group, input.now(), send.body()));
				}
			}
			return step;
		}
		catch (RuntimeException ex) {
			this.surroundings.broken(this.machine,
					"the protocol threw " + ex + " at " + input + " in " + ex.getStackTrace()[0]);
			throw ex;
		}
	}

	/**
	 * What the quorum election at the bottom does is told by itself.
	 */
	private void tell(Input<M> input, Step<S, M> step) {
		if (this.surroundings.trace.isOn() && !(step.state() instanceof QuorumState)) {
			this.surroundings.trace.line(this.machine, "above " + input.event() + " -> " + step.effects());
		}
	}

}
