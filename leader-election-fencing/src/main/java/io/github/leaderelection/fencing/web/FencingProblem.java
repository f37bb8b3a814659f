package io.github.leaderelection.fencing.web;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.fencing.StaleTokenException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.MediaType;

/**
 * Explains a refusal to the client as problem details (RFC 9457).
 */
final class FencingProblem {

	static final MediaType TYPE = MediaType.APPLICATION_PROBLEM_JSON;

	private final JsonMapper json = JsonMapper.builder().build();

	byte[] body(FencingRefusal refusal) {
		return this.json.writeValueAsString(fields(refusal)).getBytes(StandardCharsets.UTF_8);
	}

	private static Map<String, Object> fields(FencingRefusal refusal) {
		FencingOutcome outcome = refusal.outcome();
		Map<String, Object> problem = new LinkedHashMap<>();
		problem.put("type", "about:blank");
		problem.put("title", outcome.title());
		problem.put("status", outcome.status().value());
		problem.put("detail", refusal.detail());
		StaleTokenException stale = refusal.stale();
		if (stale != null) {
			problem.put("resource", stale.resource());
			problem.put("token", stale.token());
			problem.put("highest", stale.highest());
		}
		return problem;
	}

}
