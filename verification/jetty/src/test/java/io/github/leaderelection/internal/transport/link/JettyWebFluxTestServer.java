package io.github.leaderelection.internal.transport.link;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;

import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.jetty.autoconfigure.reactive.WebSocketJettyReactiveWebServerFactoryCustomizer;
import org.springframework.boot.jetty.reactive.JettyReactiveWebServerFactory;

/**
 * A Jetty under WebFlux.
 */
public final class JettyWebFluxTestServer extends WebFluxTestServer {

	private final JettyWebServer server;

	public JettyWebFluxTestServer(int port, String contextPath) {
		super(contextPath);
		JettyReactiveWebServerFactory factory = new JettyReactiveWebServerFactory(port);
		new WebSocketJettyReactiveWebServerFactoryCustomizer().customize(factory);
		this.server = (JettyWebServer) factory.getWebServer(httpHandler());
		this.server.start();
	}

	/** The same transport on servers of this kind. */
	public static TransportType under(TransportType type) {
		return TransportType.on(type, JettyWebFluxTestServer::new);
	}

	@Override
	public int port() {
		return this.server.getPort();
	}

	@Override
	public int keptUpgrades() {
		return JettyConnections.of(this.server);
	}

	@Override
	public void stop() {
		this.server.stop();
		this.server.destroy();
	}

}
