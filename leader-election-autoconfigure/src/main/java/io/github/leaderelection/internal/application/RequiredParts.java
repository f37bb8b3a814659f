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

	private static final Map<String, String> OF_OWN_PORT = Map.of("org.apache.tomcat.websocket.server.WsSci",
			"tomcat-embed-websocket of org.apache.tomcat.embed", "org.springframework.web.HttpRequestHandler",
			"spring-web");

	private RequiredParts() {
	}

	private static Map<String, String> parts(boolean ownPort) {
		Map<String, String> parts = new LinkedHashMap<>(ownPort ? OF_OWN_PORT : OF_WEB_SERVER);
		parts.put("io.github.resilience4j.circuitbreaker.CircuitBreaker", "resilience4j-circuitbreaker");
		parts.put("org.springframework.web.socket.WebSocketHandler",
				"spring-websocket, which leader-election.transport.type=http does without");
		return parts;
	}

	private static List<String> absent(boolean ownPort) {
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		return parts(ownPort).entrySet()
			.stream()
			.filter((part) -> !ClassUtils.isPresent(part.getKey(), loader))
			.map(Map.Entry::getValue)
			.toList();
	}

	/**
	 * What is missing, a part of a sentence.
	 * @param ownPort whether the transport has a port of its own
	 */
	static String missing(boolean ownPort) {
		List<String> absent = absent(ownPort);
		return absent.isEmpty() ? "it is no servlet web application, but one of WebFlux or without a web server"
				: "the class path lacks " + String.join(" and ", absent);
	}

	/** What to do about it, a sentence without its full stop. */
	static String remedy(boolean ownPort) {
		return absent(ownPort).isEmpty()
				? "Run it as a servlet web application, with spring.main.web-application-type=servlet and "
						+ "spring-boot-starter-webmvc, or set " + OwnPort.KEY
				: "Add what is missing: leader-election-spring-boot-starter brings all of it unless parts are excluded";
	}

}
