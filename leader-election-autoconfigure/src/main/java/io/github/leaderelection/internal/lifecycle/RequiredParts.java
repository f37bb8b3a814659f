package io.github.leaderelection.internal.lifecycle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.util.ClassUtils;

/**
 * The parts that an application needs to reach its peers, and the missing ones. They
 * depend on the web stack of the application.
 */
final class RequiredParts {

	private static final String STARTER = "leader-election-spring-boot-starter";

	/** The class that selects Spring MVC, even beside WebFlux. */
	private static final String SERVLET = "org.springframework.web.servlet.DispatcherServlet";

	/** The class that selects WebFlux, which has its own WebSockets. */
	private static final String WEBFLUX = "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration";

	private static final String WEBSOCKET_ALONE = ", which leader-election.transport.type=http does without";

	private static final String UNLESS_EXCLUDED = " unless parts are excluded";

	private final boolean ownPort;

	private final Stack stack;

	/**
	 * Detects the web stack.
	 * @param ownPort whether the transport has a port of its own
	 * @param server the web server of the application, which listens if it has one
	 */
	RequiredParts(boolean ownPort, LocalServer server) {
		this.ownPort = ownPort;
		this.stack = Stack.of(server);
	}

	private Map<String, String> parts() {
		Map<String, String> parts = new LinkedHashMap<>();
		if (this.ownPort) {
			parts.put("org.apache.catalina.startup.Tomcat", "org.apache.tomcat.embed:tomcat-embed-core");
			parts.put("org.apache.tomcat.websocket.server.WsSci",
					"org.apache.tomcat.embed:tomcat-embed-websocket" + WEBSOCKET_ALONE);
			parts.put("org.springframework.web.HttpRequestHandler", "org.springframework:spring-web");
		}
		else if (this.stack != Stack.WEBFLUX) {
			parts.put("org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration", "spring-boot-webmvc");
		}
		parts.put("io.github.resilience4j.circuitbreaker.CircuitBreaker", "resilience4j-circuitbreaker");
		if (this.ownPort || this.stack != Stack.WEBFLUX) {
			parts.put("org.springframework.web.socket.WebSocketHandler",
					(this.ownPort ? "org.springframework:" : "") + "spring-websocket" + WEBSOCKET_ALONE);
		}
		if (!this.ownPort && this.stack != Stack.WEBFLUX) {
			parts.put("jakarta.websocket.server.ServerContainer", "tomcat-embed-websocket" + WEBSOCKET_ALONE);
		}
		return parts;
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, Thread.currentThread().getContextClassLoader());
	}

	private List<String> absent() {
		return parts().entrySet()
			.stream()
			.filter((part) -> !isPresent(part.getKey()))
			.map(Map.Entry::getValue)
			.toList();
	}

	/** The missing parts, as a clause. */
	String missing() {
		List<String> absent = absent();
		return absent.isEmpty() ? "it is no web application" : "the class path lacks " + String.join(" and ", absent);
	}

	/** The remedy, as a sentence without its full stop. */
	String remedy() {
		if (this.ownPort) {
			return switch (this.stack) {
				case SERVLET -> "Add these jars: " + STARTER + " brings all of them" + UNLESS_EXCLUDED + preferred();
				case WEBFLUX -> "Add these jars alone. " + STARTER
						+ " also brings Spring MVC, which Spring Boot prefers to WebFlux";
				case NONE -> "Add these jars alone. " + STARTER
						+ " also brings a web server, which spring.main.web-application-type=none switches off";
			};
		}
		if (absent().isEmpty()) {
			return "Set " + OwnPort.KEY + ", or run it as a web application, with "
					+ "spring.main.web-application-type=servlet or reactive and the starter of that kind";
		}
		return "Add what is missing: " + starter() + " brings all of it" + UNLESS_EXCLUDED + preferred();
	}

	/** A hint for applications that were meant to run on WebFlux. */
	private String preferred() {
		return (this.stack == Stack.SERVLET && isPresent(WEBFLUX))
				? ". Spring Boot prefers Spring MVC to WebFlux, and both are there: to run on WebFlux, set "
						+ "spring.main.web-application-type=reactive"
				: "";
	}

	/** The dependency of an application of this kind. */
	String starter() {
		return (this.stack == Stack.WEBFLUX) ? STARTER + "-webflux" : STARTER;
	}

	/**
	 * The web stack of the application.
	 */
	private enum Stack {

		SERVLET, WEBFLUX, NONE;

		/**
		 * Determines the stack, without a server from the class path.
		 */
		static Stack of(LocalServer server) {
			if (server.port() != null) {
				return server.isReactive() ? WEBFLUX : SERVLET;
			}
			return (isPresent(RequiredParts.WEBFLUX) && !isPresent(RequiredParts.SERVLET)) ? WEBFLUX : NONE;
		}

	}

}
