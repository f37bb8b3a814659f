package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;

/**
 * The default election behind something that watches it or interferes with it: all that a
 * subclass does not change is as it ships.
 */
public abstract class QuorumDecorator implements ElectionProtocol<QuorumState, QuorumMessage> {

	private final ElectionProtocol<QuorumState, QuorumMessage> protocol;

	/**
	 * Stands before an election.
	 * @param protocol the election
	 */
	protected QuorumDecorator(ElectionProtocol<QuorumState, QuorumMessage> protocol) {
		this.protocol = protocol;
	}

	@Override
	public String name() {
		return this.protocol.name();
	}

	@Override
	public Class<QuorumMessage> messageType() {
		return this.protocol.messageType();
	}

	@Override
	public Class<QuorumState> stateType() {
		return this.protocol.stateType();
	}

	@Override
	public Class<? extends Timer> timerType() {
		return this.protocol.timerType();
	}

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered, Now now, long entropy) {
		return this.protocol.start(recovered, now, entropy);
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Input<QuorumMessage> input) {
		return this.protocol.step(state, input);
	}

	@Override
	public boolean mayStepWhileSaving(QuorumState state, Input<QuorumMessage> input) {
		return this.protocol.mayStepWhileSaving(state, input);
	}

	@Override
	public boolean goesByEligibility() {
		return this.protocol.goesByEligibility();
	}

	@Override
	public boolean goesByPosition() {
		return this.protocol.goesByPosition();
	}

	@Override
	public ElectionView view(QuorumState state, Now now) {
		return this.protocol.view(state, now);
	}

}
