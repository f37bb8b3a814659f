package io.github.leaderelection.internal.transport.link;

import java.io.IOException;

import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.jetty.autoconfigure.servlet.WebSocketJettyServletWebServerFactoryCustomizer;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;

/**
 * An embedded Jetty.
 */
public final class JettyTestServer extends TestServer {

	private final JettyWebServer server;

	public JettyTestServer(int port, String contextPath) {
		JettyServletWebServerFactory factory = new JettyServletWebServerFactory(contextPath, port);
		new WebSocketJettyServletWebServerFactoryCustomizer().customize(factory);
		this.server = (JettyWebServer) factory.getWebServer(this::addPeers);
		this.server.start();
	}

	/** The same transport on servers of this kind. */
	public static TransportType under(TransportType type) {
		return TransportType.on(type, JettyTestServer::new);
	}

	private void addPeers(ServletContext context) {
		ServletRegistration.Dynamic peers = context.addServlet("peers", new Peers());
		peers.setAsyncSupported(true);
		peers.addMapping(PATH, PATH + "/join", PATH + "/observers", PATH + "/workers");
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

	/**
	 * Finds the handler at every request.
	 */
	private final class Peers extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
			PeerHandler present = handlerOf(request.getServletPath());
			if (isRefusing() && request.getHeader("Leader-Election-Session") == null) {
				response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
			}
			else if (present != null) {
				new ServletPeers(present).handleRequest(request, response);
			}
			else {
				response.setStatus(HttpServletResponse.SC_NOT_FOUND);
			}
		}

	}

}
