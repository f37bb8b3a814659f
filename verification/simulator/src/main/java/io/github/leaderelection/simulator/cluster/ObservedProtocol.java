package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The protocol that ships, with somebody looking on.
 */
final class ObservedProtocol extends ProtocolDecorator<QuorumState, QuorumMessage> {

	private final SimulatedNode node;

	private final int group;

	private @Nullable QuorumState state;

	ObservedProtocol(SimulatedNode node, int group, ElectionProtocol<QuorumState, QuorumMessage> election) {
		super(node.cluster().variantOf(election));
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
		return observe(super.step(before, input), input, input.now());
	}

	private Step<QuorumState, QuorumMessage> observe(Step<QuorumState, QuorumMessage> step,
			@Nullable Input<QuorumMessage> input, Now now) {
		this.state = step.state();
		this.node.observer().stepped(this.node, this.group, input, now, step);
		return step;
	}

}
