package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Map;

import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

import io.github.leaderelection.internal.transport.listener.ListenerSettings;
import io.github.leaderelection.internal.transport.listener.TomcatListener;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import io.github.leaderelection.internal.transport.tls.PeerTls;
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

import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/**
 * An embedded Tomcat.
 */
public final class TomcatTestServer extends TestServer {

	private final Running running;

	private final boolean asynchronous;

	private final @Nullable PeerTls tls;

	public TomcatTestServer(int port, String contextPath) {
		this(port, contextPath, true);
	}

	public TomcatTestServer(int port, String contextPath, boolean asynchronous) {
		this.asynchronous = asynchronous;
		this.tls = null;
		this.running = new Application(port, contextPath, this::addPeers);
	}

	private TomcatTestServer(TomcatConnectorCustomizer sockets) {
		this.asynchronous = true;
		this.tls = null;
		this.running = new Application(0, "", this::addPeers, sockets);
	}

	private TomcatTestServer(@Nullable PeerTls tls) {
		this.asynchronous = true;
		this.tls = tls;
		this.running = new Own(new Peers(), tls);
	}

	/** A server whose sockets keep few bytes that the client has not read yet. */
	public static TestServer keepingFewBytes() {
		return new TomcatTestServer((connector) -> connector.setProperty("socket.txBufSize", "1"));
	}

	/** The server of the transport's own. */
	public static TestServer own() {
		return own(null);
	}

	/** The server of the transport's own, which speaks TLS unless that is null. */
	public static TestServer own(@Nullable PeerTls tls) {
		return new TomcatTestServer(tls);
	}

	@Override
	public String scheme() {
		return (this.tls != null) ? "https" : "http";
	}

	@Override
	public Socket secured(Socket connected) throws IOException {
		return (this.tls != null) ? handshaken((SSLSocket) sockets(this.tls).createSocket(connected,
				connected.getInetAddress().getHostAddress(), connected.getPort(), true)) : connected;
	}

	@Override
	public Socket impersonated(Socket accepted) throws IOException {
		return (this.tls != null) ? sockets(this.tls).createSocket(accepted, null, true) : accepted;
	}

	private static SSLSocketFactory sockets(PeerTls tls) {
		return tls.context().getSocketFactory();
	}

	private static Socket handshaken(SSLSocket socket) throws IOException {
		socket.startHandshake();
		return socket;
	}

	private void addPeers(ServletContext context) {
		ServletRegistration.Dynamic peers = context.addServlet("peers", new Peers());
		peers.setAsyncSupported(this.asynchronous);
		peers.addMapping(PATH, PATH + "/join", PATH + "/observers", PATH + "/workers");
	}

	@Override
	public int port() {
		return this.running.port();
	}

	@Override
	public int keptUpgrades() {
		return this.running.keptUpgrades();
	}

	@Override
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

		private Application(int port, String contextPath, ServletContextInitializer peers,
				TomcatConnectorCustomizer... sockets) {
			TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(contextPath, port);
			factory.addConnectorCustomizers(sockets);
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

		private Own(Peers peers, @Nullable PeerTls tls) {
			this.listener = new TomcatListener(new ListenerSettings(null, 0, 2, tls),
					Map.of(PATH, peers, PATH + "/join", peers, PATH + "/observers", peers, PATH + "/workers", peers),
					(host) -> {
					});
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
