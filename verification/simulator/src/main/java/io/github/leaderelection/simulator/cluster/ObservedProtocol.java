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

	private final Surroundings surroundings;

	private final int machine;

	private final int group;

	private @Nullable QuorumState state;

	ObservedProtocol(ElectionProtocol<QuorumState, QuorumMessage> election, Surroundings surroundings, int machine,
			int group) {
		super(surroundings.variantOf(election));
		this.surroundings = surroundings;
		this.machine = machine;
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
		this.surroundings.tell((observer) -> observer.stepped(this.machine, this.group, input, now, step));
		return step;
	}

}
