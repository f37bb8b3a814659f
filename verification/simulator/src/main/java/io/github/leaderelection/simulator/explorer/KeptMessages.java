package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a nomination and the election below, for one event: sees which message
 * the nomination hands down that did not arrive in this event.
 */
final class KeptMessages implements ElectionProtocol<QuorumState, QuorumMessage> {

	private final ElectionProtocol<QuorumState, QuorumMessage> election;

	private boolean arriving;

	private @Nullable Envelope<QuorumMessage> kept;

	KeptMessages(ElectionProtocol<QuorumState, QuorumMessage> election) {
		this.election = election;
	}

	/** Whether a message of the election below arrives now. */
	void arriving(boolean arrives) {
		this.arriving = arrives;
	}

	@Nullable Envelope<QuorumMessage> kept() {
		return this.kept;
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Input<QuorumMessage> input) {
		if (!this.arriving && input.event() instanceof Event.MessageReceived<QuorumMessage> received) {
			this.kept = received.envelope();
		}
		return this.election.step(state, input);
	}

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered, Now now, long entropy) {
		return this.election.start(recovered, now, entropy);
	}

	@Override
	public boolean mayStepWhileSaving(QuorumState state, Input<QuorumMessage> input) {
		return this.election.mayStepWhileSaving(state, input);
	}

	@Override
	public boolean goesByEligibility() {
		return this.election.goesByEligibility();
	}

	@Override
	public ElectionView view(QuorumState state, Now now) {
		return this.election.view(state, now);
	}

	@Override
	public String name() {
		return this.election.name();
	}

	@Override
	public Class<QuorumMessage> messageType() {
		return this.election.messageType();
	}

	@Override
	public Class<QuorumState> stateType() {
		return this.election.stateType();
	}

	@Override
	public Class<? extends Timer> timerType() {
		return this.election.timerType();
	}

}
