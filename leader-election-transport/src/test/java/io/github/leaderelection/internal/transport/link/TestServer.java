package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.internal.transport.listener.ListenerSettings;
import io.github.leaderelection.internal.transport.listener.TomcatListener;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.websocket.server.WsSci;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/**
 * An embedded Tomcat that gives what comes under the transport's path to a handler.
 */
public final class TestServer {

	public static final String PATH = "/leader-election";

	private final AtomicReference<@Nullable PeerHandler> handler = new AtomicReference<>();

	private final AtomicReference<@Nullable PeerHandler> joins = new AtomicReference<>();

	private final Running running;

	private final boolean asynchronous;

	private volatile boolean refusing;

	public TestServer(int port, String contextPath) {
		this(port, contextPath, true);
	}

	public TestServer(int port, String contextPath, boolean asynchronous) {
		this.asynchronous = asynchronous;
		this.running = new Application(port, contextPath, this::addPeers);
	}

	private TestServer() {
		this.asynchronous = true;
		this.running = new Own(new Peers());
	}

	/** The server of the transport's own. */
	public static TestServer own() {
		return new TestServer();
	}

	private void addPeers(ServletContext context) {
		ServletRegistration.Dynamic peers = context.addServlet("peers", new Peers());
		peers.setAsyncSupported(this.asynchronous);
		peers.addMapping(PATH, PATH + "/join");
	}

	/**
	 * From now on nobody opens a connection here; those that are open go on.
	 */
	public void refuseDials() {
		this.refusing = true;
	}

	/**
	 * From now on whoever dials may open a connection here, as at first.
	 */
	public void acceptDials() {
		this.refusing = false;
	}

	public int port() {
		return this.running.port();
	}

	/**
	 * How many connections that are no HTTP any more the server keeps.
	 */
	public int keptUpgrades() {
		return this.running.keptUpgrades();
	}

	public void handler(PeerHandler newHandler) {
		this.handler.set(newHandler);
	}

	/** Answers what comes to the path of those who join, instead of the other handler. */
	public void joins(PeerHandler newHandler) {
		this.joins.set(newHandler);
	}

	private @Nullable PeerHandler handlerOf(String path) {
		PeerHandler joining = path.endsWith("/join") ? this.joins.get() : null;
		return (joining != null) ? joining : this.handler.get();
	}

	public void stop() {
		this.running.stop();
	}

	/**
	 * A server that listens.
	 */
	private interface Running {

		int port();

		int keptUpgrades();

		void stop();

	}

	/**
	 * The one of an application.
	 */
	private static final class Application implements Running {

		private final TomcatWebServer server;

		private Application(int port, String contextPath, ServletContextInitializer peers) {
			TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(contextPath, port);
			factory
				.addContextCustomizers((Context context) -> context.addServletContainerInitializer(new WsSci(), null));
			this.server = (TomcatWebServer) factory.getWebServer(peers);
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

	/**
	 * The one of the transport.
	 */
	private static final class Own implements Running {

		private final TomcatListener listener;

		private final int port;

		private Own(Peers peers) {
			this.listener = new TomcatListener(new ListenerSettings(null, 0, 2),
					Map.of(PATH, peers, PATH + "/join", peers));
			try {
				this.port = this.listener.start();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public int port() {
			return this.port;
		}

		@Override
		public int keptUpgrades() {
			throw new UnsupportedOperationException("Only the server of an application counts them");
		}

		@Override
		public void stop() {
			this.listener.stop();
		}

	}

	/**
	 * Finds the handler at every request.
	 */
	private final class Peers extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response)
				throws ServletException, IOException {
			PeerHandler present = handlerOf(request.getServletPath());
			if (TestServer.this.refusing && request.getHeader("Leader-Election-Session") == null) {
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
