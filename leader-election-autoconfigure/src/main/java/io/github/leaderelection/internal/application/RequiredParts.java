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

	private static final String WEBSOCKET_ALONE = ", which leader-election.transport.type=http does without";

	private RequiredParts() {
	}

	private static Map<String, String> parts(boolean ownPort) {
		Map<String, String> parts = new LinkedHashMap<>();
		boolean webFlux = !ownPort && isPresent(WEBFLUX);
		if (ownPort) {
			parts.put("org.apache.catalina.startup.Tomcat", "org.apache.tomcat.embed:tomcat-embed-core");
			parts.put("org.apache.tomcat.websocket.server.WsSci",
					"org.apache.tomcat.embed:tomcat-embed-websocket" + WEBSOCKET_ALONE);
			parts.put("org.springframework.web.HttpRequestHandler", "org.springframework:spring-web");
		}
		else if (!webFlux) {
			parts.putAll(OF_WEB_SERVER);
		}
		parts.put("io.github.resilience4j.circuitbreaker.CircuitBreaker", "resilience4j-circuitbreaker");
		if (!webFlux) {
			parts.put("org.springframework.web.socket.WebSocketHandler",
					(ownPort ? "org.springframework:" : "") + "spring-websocket" + WEBSOCKET_ALONE);
		}
		if (!ownPort && !webFlux) {
			parts.put("jakarta.websocket.server.ServerContainer", "tomcat-embed-websocket" + WEBSOCKET_ALONE);
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
		if (ownPort) {
			return "Add these jars alone. leader-election-spring-boot-starter also brings Spring MVC, which Spring Boot "
					+ "prefers to WebFlux";
		}
		return absent(false).isEmpty()
				? "Run it as a web application, with spring.main.web-application-type=servlet or reactive and the "
						+ "starter of that kind, or set " + OwnPort.KEY
				: "Add what is missing: leader-election-spring-boot-starter brings all of it unless parts are excluded";
	}

}
