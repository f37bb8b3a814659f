package io.github.leaderelection.autoconfigure.transport;

import java.io.IOException;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.transport.listener.ListenerSettings;
import io.github.leaderelection.internal.transport.listener.OwnListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Listens on the transport's own port from before the node starts until after it stops,
 * so that peers stay reachable.
 */
class OwnListenerLifecycle implements SmartLifecycle {

	static final int PHASE = ElectionLifecycle.PHASE - 128;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ListenerSettings settings;

	private final OwnListener listener;

	private final OwnPort port;

	private volatile boolean running;

	OwnListenerLifecycle(ListenerSettings settings, OwnListener listener, OwnPort port) {
		this.settings = settings;
		this.listener = listener;
		this.port = port;
	}

	@Override
	public void start() {
		try {
			int listening = this.listener.start();
			this.port.listensOn(listening);
			logger.info("Listening for peers on port {}{}", listening,
					(this.settings.address() != null) ? " of " + this.settings.address().getHostAddress() : "");
		}
		catch (IOException ex) {
			throw new InvalidElectionConfigurationException(OwnPort.KEY, this.settings.port(),
					"This node cannot listen there for its peers: " + ex.getMessage(),
					"Stop what listens on this port, choose another one in leader-election.peers too, or correct "
							+ "leader-election.transport.address",
					ex);
		}
		this.running = true;
	}

	@Override
	public void stop() {
		this.listener.stop();
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
