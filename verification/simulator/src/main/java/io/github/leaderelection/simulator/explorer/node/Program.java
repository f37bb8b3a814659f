package io.github.leaderelection.simulator.explorer.node;

import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * What runs on a node, whose clock reads 0. Safe for use from any thread.
 */
record Program(ElectionProtocol<QuorumState, QuorumMessage> protocol) {

	private static final Now ORIGIN = new Now(0, 0);

	Step<QuorumState, QuorumMessage> start(Recovered recovered) {
		return this.protocol.start(recovered, ORIGIN, recovered.incarnation());
	}

	Step<QuorumState, QuorumMessage> step(QuorumState state, Event<QuorumMessage> event) {
		return step(state, event, 0);
	}

	/** Handles an event of a node that goes by its wall clock. */
	Step<QuorumState, QuorumMessage> step(QuorumState state, Event<QuorumMessage> event, long wallMillis) {
		return this.protocol.step(state, new Input<>(event, new Now(0, wallMillis), 0));
	}

	boolean mayStepWhileSaving(QuorumState state, Event<QuorumMessage> event) {
		return this.protocol.mayStepWhileSaving(state, new Input<>(event, ORIGIN, 0));
	}

}
