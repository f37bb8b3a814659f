package io.github.leaderelection.test;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.environment.NoTransport;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * A transport without peers: it delivers the commands of the test.
 */
final class CommandTransport extends NoTransport {

	private static final NodeId TEST = NodeId.of("the-test");

	private volatile @Nullable Receiver receiver;

	void command(ElectionSettings settings, Command command) {
		Receiver started = this.receiver;
		if (started == null) {
			throw new IllegalStateException("The node '" + settings.self() + "' is not running: start it first. "
					+ "In a Spring test it runs while the application context runs");
		}
		started.received(
				new Envelope<>(settings.cluster(), settings.group(), TEST, ScriptedProtocol.NAME, 1, "", 0, command));
	}

	@Override
	public void start(Receiver newReceiver) {
		this.receiver = newReceiver;
	}

	@Override
	public void close() {
		this.receiver = null;
	}

}
