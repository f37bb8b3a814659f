package io.github.leaderelection.internal.application;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.util.ClassUtils;

/**
 * What an application needs to talk to its peers, and which of it is not there.
 */
final class RequiredParts {

	private static final Map<String, String> OF_WEB_SERVER = Map
		.of("org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration", "spring-boot-webmvc");

	/** Serves peers of a WebFlux application, with its own WebSockets. */
	private static final String WEBFLUX = "org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration";

	private static final Map<String, String> OF_OWN_PORT = Map.of("org.apache.tomcat.websocket.server.WsSci",
			"tomcat-embed-websocket of org.apache.tomcat.embed", "org.springframework.web.HttpRequestHandler",
			"spring-web");

	private RequiredParts() {
	}

	private static Map<String, String> parts(boolean ownPort) {
		Map<String, String> parts = new LinkedHashMap<>();
		boolean webFlux = !ownPort && isPresent(WEBFLUX);
		if (!webFlux) {
			parts.putAll(ownPort ? OF_OWN_PORT : OF_WEB_SERVER);
		}
		parts.put("io.github.resilience4j.circuitbreaker.CircuitBreaker", "resilience4j-circuitbreaker");
		if (!webFlux) {
			parts.put("org.springframework.web.socket.WebSocketHandler",
					"spring-websocket, which leader-election.transport.type=http does without");
		}
		return parts;
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, Thread.currentThread().getContextClassLoader());
	}

	private static List<String> absent(boolean ownPort) {
		return parts(ownPort).entrySet()
			.stream()
			.filter((part) -> !isPresent(part.getKey()))
			.map(Map.Entry::getValue)
			.toList();
	}

	/**
	 * What is missing, a part of a sentence.
	 * @param ownPort whether the transport has a port of its own
	 */
	static String missing(boolean ownPort) {
		List<String> absent = absent(ownPort);
		return absent.isEmpty() ? "it is no web application" : "the class path lacks " + String.join(" and ", absent);
	}

	/** What to do about it, a sentence without its full stop. */
	static String remedy(boolean ownPort) {
		return absent(ownPort).isEmpty()
				? "Run it as a web application, with spring.main.web-application-type=servlet or reactive and the "
						+ "starter of that kind, or set " + OwnPort.KEY
				: "Add what is missing: leader-election-spring-boot-starter brings all of it unless parts are excluded";
	}

}
