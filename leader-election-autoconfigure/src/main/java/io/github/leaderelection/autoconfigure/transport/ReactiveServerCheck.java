package io.github.leaderelection.autoconfigure.transport;

import java.util.List;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * Checks whether the web server of a WebFlux application can upgrade requests of members
 * to WebSockets.
 */
final class ReactiveServerCheck {

	private static final List<String> SERVING = List.of("NettyWebServer", "TomcatWebServer", "JettyWebServer");

	private static final boolean SERVERS = ClassUtils.isPresent(
			"org.springframework.boot.web.server.context.WebServerApplicationContext",
			ReactiveServerCheck.class.getClassLoader());

	private ReactiveServerCheck() {
	}

	/**
	 * Checks the server, if there is one.
	 * @throws InvalidElectionConfigurationException if the server is none of Reactor
	 * Netty, Tomcat and Jetty
	 */
	static void check(ApplicationContext context) {
		if (SERVERS && context instanceof WebServerApplicationContext serving) {
			check(serving.getWebServer());
		}
	}

	static void check(@Nullable WebServer server) {
		String name = (server != null) ? server.getClass().getSimpleName() : SERVING.get(0);
		if (!SERVING.contains(name)) {
			throw new InvalidElectionConfigurationException("leader-election.transport.type", "websocket",
					"On WebFlux Reactor Netty, Tomcat and Jetty serve peers over WebSocket, but this application's server "
							+ "is a " + name,
					"Depend on spring-boot-starter-reactor-netty in place of that server, or set "
							+ "leader-election.transport.type=http on all nodes");
		}
	}

}
