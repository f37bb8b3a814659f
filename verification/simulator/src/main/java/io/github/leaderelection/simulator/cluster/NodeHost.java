package io.github.leaderelection.simulator.cluster;

import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.network.Host;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;

/**
 * A machine as the network sees it.
 */
final class NodeHost implements Host {

	private final SimulatedNode node;

	NodeHost(SimulatedNode node) {
		this.node = node;
	}

	@Override
	public Answer answer() {
		SimulatedProcess process = this.node.process();
		if (process == null) {
			return this.node.isPowered() ? Answer.REFUSED : Answer.NONE;
		}
		if (this.node.pauses().isPaused()) {
			return Answer.NONE;
		}
		return process.transport().isListening() ? Answer.ACCEPTED : Answer.REFUSED;
	}

	@Override
	public Map<String, String> rules() {
		return this.node.rules();
	}

	@Override
	public boolean understands(Envelope<?> envelope) {
		SimulatedProcess process = this.node.process();
		return process != null && process.understands(envelope);
	}

	@Override
	public void tell(Consumer<PeerTransport.Receiver> call) {
		SimulatedProcess told = this.node.process();
		if (told != null) {
			this.node.execution().in(told, () -> told.transport().tell(call));
		}
	}

}
