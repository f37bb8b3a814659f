package io.github.leaderelection.internal.application;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.util.ClassUtils;

/**
 * What an application needs to talk to its peers, and which of it is not there.
 */
final class RequiredParts {

	private static final Map<String, String> PARTS = parts();

	private RequiredParts() {
	}

	private static Map<String, String> parts() {
		Map<String, String> parts = new LinkedHashMap<>();
		parts.put("org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration", "spring-boot-webmvc");
		parts.put("io.github.resilience4j.circuitbreaker.CircuitBreaker", "resilience4j-circuitbreaker");
		parts.put("org.springframework.web.socket.WebSocketHandler",
				"spring-websocket, which leader-election.transport.type=http does without");
		return parts;
	}

	private static List<String> absent() {
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		return PARTS.entrySet()
			.stream()
			.filter((part) -> !ClassUtils.isPresent(part.getKey(), loader))
			.map(Map.Entry::getValue)
			.toList();
	}

	/** What is missing, a part of a sentence. */
	static String missing() {
		List<String> absent = absent();
		return absent.isEmpty() ? "it is no servlet web application, but one of WebFlux or without a web server"
				: "the class path lacks " + String.join(" and ", absent);
	}

	/** What to do about it, a sentence without its full stop. */
	static String remedy() {
		return absent().isEmpty()
				? "Run it as a servlet web application, with spring.main.web-application-type=servlet and "
						+ "spring-boot-starter-webmvc"
				: "Add what is missing: leader-election-spring-boot-starter brings all of it unless parts are excluded";
	}

}
