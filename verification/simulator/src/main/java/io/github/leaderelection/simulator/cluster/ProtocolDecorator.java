package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * An election behind something that watches it or interferes with it: all that a subclass
 * does not change is as it ships.
 */
public abstract class ProtocolDecorator<S, M extends ElectionMessage> implements ElectionProtocol<S, M> {

	private final ElectionProtocol<S, M> protocol;

	/** Stands before an election. */
	protected ProtocolDecorator(ElectionProtocol<S, M> protocol) {
		this.protocol = protocol;
	}

	@Override
	public String name() {
		return this.protocol.name();
	}

	@Override
	public Class<M> messageType() {
		return this.protocol.messageType();
	}

	@Override
	public Class<S> stateType() {
		return this.protocol.stateType();
	}

	@Override
	public Class<? extends Timer> timerType() {
		return this.protocol.timerType();
	}

	@Override
	public Step<S, M> start(Recovered recovered, Now now, long entropy) {
		return this.protocol.start(recovered, now, entropy);
	}

	@Override
	public Step<S, M> step(S state, Input<M> input) {
		return this.protocol.step(state, input);
	}

	@Override
	public boolean mayStepWhileSaving(S state, Input<M> input) {
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
	public ElectionView view(S state, Now now) {
		return this.protocol.view(state, now);
	}

}
