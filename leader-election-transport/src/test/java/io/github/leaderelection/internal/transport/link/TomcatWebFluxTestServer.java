package io.github.leaderelection.internal.transport.link;

import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.websocket.server.WsSci;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.reactive.TomcatReactiveWebServerFactory;

/**
 * A Tomcat under WebFlux.
 */
public final class TomcatWebFluxTestServer extends WebFluxTestServer {

	private final TomcatWebServer server;

	public TomcatWebFluxTestServer(int port, String contextPath) {
		super(contextPath);
		TomcatReactiveWebServerFactory factory = new TomcatReactiveWebServerFactory(port);
		factory.addContextCustomizers((context) -> context.addServletContainerInitializer(new WsSci(), null));
		this.server = (TomcatWebServer) factory.getWebServer(httpHandler());
		this.server.start();
	}

	@Override
	public int port() {
		return this.server.getPort();
	}

	@Override
	public int keptUpgrades() {
		return ((AbstractProtocol<?>) this.server.getTomcat().getConnector().getProtocolHandler())
			.getWaitingProcessorCount();
	}

	@Override
	public void stop() {
		this.server.stop();
		this.server.destroy();
	}

}
