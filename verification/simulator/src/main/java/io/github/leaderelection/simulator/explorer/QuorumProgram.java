package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumProtocol;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The quorum election alone. Safe for use from any thread.
 */
final class QuorumProgram implements Program {

	private static final Now ORIGIN = new Now(0, 0);

	private final QuorumProtocol protocol = new QuorumProtocol();

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered) {
		return this.protocol.start(recovered, ORIGIN, recovered.incarnation());
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Event<QuorumMessage> event) {
		return this.protocol.step(state, new Input<>(event, ORIGIN, 0));
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Event<QuorumMessage> event, long wallMillis) {
		return this.protocol.step(state, new Input<>(event, new Now(0, wallMillis), 0));
	}

	@Override
	public boolean mayStepWhileSaving(QuorumState state, Event<QuorumMessage> event) {
		return this.protocol.mayStepWhileSaving(state, new Input<>(event, ORIGIN, 0));
	}

}
