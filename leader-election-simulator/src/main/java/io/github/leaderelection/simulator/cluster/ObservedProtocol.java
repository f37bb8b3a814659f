package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.protocol.Input;
import io.github.leaderelection.protocol.Now;
import io.github.leaderelection.protocol.Recovered;
import io.github.leaderelection.protocol.Step;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The protocol that ships, with somebody looking on.
 */
final class ObservedProtocol extends QuorumDecorator {

	private final SimulatedNode node;

	private final int group;

	private @Nullable QuorumState state;

	ObservedProtocol(SimulatedNode node, int group) {
		super(node.cluster().newProtocol());
		this.node = node;
		this.group = group;
	}

	/**
	 * The newest state, null before the first.
	 */
	@Nullable QuorumState state() {
		return this.state;
	}

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered, Now now, long entropy) {
		return observe(super.start(recovered, now, entropy), null, now);
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState before, Input<QuorumMessage> input) {
		try {
			return observe(super.step(before, input), input, input.now());
		}
		catch (RuntimeException ex) {
			this.node.observer()
				.broken(this.node, "the protocol threw " + ex + " at " + input + " in " + ex.getStackTrace()[0]);
			throw ex;
		}
	}

	private Step<QuorumState, QuorumMessage> observe(Step<QuorumState, QuorumMessage> step,
			@Nullable Input<QuorumMessage> input, Now now) {
		this.state = step.state();
		this.node.observer().stepped(this.node, this.group, input, now, step);
		return step;
	}

}
