package io.github.leaderelection.internal.transport.listener;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import jakarta.servlet.Servlet;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.Server;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.NamingContextListener;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.core.StandardServer;
import org.apache.catalina.core.StandardService;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.websocket.server.WsSci;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.ClassUtils;
import org.springframework.util.FileSystemUtils;

/**
 * A Tomcat that serves only the servlets for peers. All its threads are daemons, unlike
 * those of Spring Boot's Tomcat. Used by one thread at a time.
 */
public final class TomcatListener implements OwnListener {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Longer than the transport's own limits, whose refusals name a reason. */
	private static final int CONNECTION_MILLIS = 5000;

	/** Long, so that peers that POST rarely still reuse one connection. */
	private static final int KEEP_ALIVE_MILLIS = 60_000;

	/** Numbers the servers, as those of one process must not share a name. */
	private static final AtomicInteger NUMBER = new AtomicInteger();

	private static final boolean WEBSOCKET = ClassUtils.isPresent("org.apache.tomcat.websocket.server.WsSci",
			TomcatListener.class.getClassLoader());

	private final ListenerSettings settings;

	private final Map<String, ? extends Servlet> servlets;

	private final Consumer<String> crowdedOut;

	private @Nullable Tomcat running;

	private @Nullable Path directory;

	/**
	 * Creates a listener that is not started.
	 * @param servlets the servlets by their paths, "/" for all other paths; each supports
	 * asynchronous requests
	 * @param crowdedOut takes the address of each connection that gave way to another
	 */
	public TomcatListener(ListenerSettings settings, Map<String, ? extends Servlet> servlets,
			Consumer<String> crowdedOut) {
		this.settings = settings;
		this.servlets = Map.copyOf(servlets);
		this.crowdedOut = crowdedOut;
	}

	@Override
	public int start() throws IOException {
		BoundedEndpoint endpoint = new BoundedEndpoint(this.crowdedOut);
		Connector connector = connector(endpoint);
		Path files = Files.createTempDirectory("leader-election-");
		this.directory = files;
		Tomcat tomcat = tomcat(files, connector);
		this.running = tomcat;
		tomcat.getEngine().getPipeline().addValve(endpoint.requests());
		try {
			tomcat.start();
			return tomcat.getConnector().getLocalPort();
		}
		catch (LifecycleException ex) {
			stop();
			throw new IOException(reason(ex), ex);
		}
	}

	private static String reason(Throwable failure) {
		Throwable innermost = failure;
		while (innermost.getCause() != null) {
			innermost = innermost.getCause();
		}
		return innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
	}

	private Tomcat tomcat(Path files, Connector connector) {
		Tomcat tomcat = new TomcatAmongOthers(files);
		tomcat.setSilent(true);
		((StandardServer) tomcat.getServer()).setUtilityThreadsAsDaemon(true);
		String name = "leader-election-" + NUMBER.incrementAndGet();
		tomcat.getService().setName(name);
		tomcat.getEngine().setName(name);
		tomcat.setConnector(connector);
		// Without error pages strangers learn nothing about the server.
		((StandardHost) tomcat.getHost()).setErrorReportValveClass("");
		StandardContext context = (StandardContext) tomcat.addContext("", files.toString());
		keepClear(context);
		if (WEBSOCKET) {
			WebSocket.addTo(context);
		}
		this.servlets.forEach((path, servlet) -> {
			Wrapper wrapper = Tomcat.addServlet(context, path, servlet);
			wrapper.setAsyncSupported(true);
			context.addServletMappingDecoded(path, path);
		});
		return tomcat;
	}

	private Connector connector(BoundedEndpoint endpoint) throws IOException {
		Connector connector = new Connector(new Http11NioProtocol(endpoint));
		connector.setThrowOnFailure(true);
		connector.setPort(this.settings.port());
		AbstractProtocol<?> protocol = (AbstractProtocol<?>) connector.getProtocolHandler();
		if (this.settings.address() != null) {
			protocol.setAddress(this.settings.address());
		}
		protocol.setMinSpareThreads(2);
		protocol.setMaxThreads(this.settings.maxThreads());
		protocol.setConnectionTimeout(CONNECTION_MILLIS);
		protocol.setKeepAliveTimeout(KEEP_ALIVE_MILLIS);
		PeerTls tls = this.settings.tls();
		if (tls != null) {
			connector.setScheme("https");
			connector.setSecure(true);
			connector.setProperty("SSLEnabled", "true");
			connector.addSslHostConfig(PresentHost.of(tls));
		}
		return connector;
	}

	/** Clears nothing at a stop: the classes belong to the application, which goes on. */
	private static void keepClear(StandardContext context) {
		context.setUseNaming(false);
		context.setParentClassLoader(TomcatListener.class.getClassLoader());
		context.setDelegate(true);
		context.setClearReferencesRmiTargets(false);
		context.setClearReferencesHttpClientKeepAliveThread(false);
		context.setClearReferencesThreadLocals(false);
	}

	@Override
	public void stop() {
		Tomcat tomcat = this.running;
		this.running = null;
		if (tomcat != null) {
			try {
				tomcat.stop();
				tomcat.destroy();
			}
			catch (LifecycleException ex) {
				logger.warn("The transport's own server did not stop gracefully: {}", reason(ex), ex);
			}
		}
		deleteFiles();
	}

	private void deleteFiles() {
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			logger.debug("The directory {} could not be deleted", this.directory, ex);
		}
		this.directory = null;
	}

	/**
	 * A Tomcat that sets no system property. Tomcat's own way to make a server takes the
	 * directory of an outer Tomcat. It also takes JNDI from every application that is
	 * deployed there later.
	 */
	private static final class TomcatAmongOthers extends Tomcat {

		private final Path files;

		private TomcatAmongOthers(Path files) {
			this.files = files;
		}

		@Override
		public Server getServer() {
			if (this.server == null) {
				this.server = server();
			}
			return this.server;
		}

		private Server server() {
			StandardServer made = new StandardServer();
			// With JNDI the server would replace the global names of an outer Tomcat.
			for (LifecycleListener listener : made.findLifecycleListeners()) {
				if (listener instanceof NamingContextListener) {
					made.removeLifecycleListener(listener);
				}
			}
			made.setCatalinaBase(this.files.toFile());
			made.setCatalinaHome(this.files.toFile());
			made.setPort(-1);
			made.addService(new StandardService());
			return made;
		}

	}

	/**
	 * Loaded only if Tomcat's WebSocket classes are present.
	 */
	private static final class WebSocket {

		private static void addTo(StandardContext context) {
			context.addServletContainerInitializer(new WsSci(), null);
		}

	}

}
