package io.github.leaderelection.fencing.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.fencing.StaleTokenException;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.MediaType;

/**
 * Tells a client why its request was refused, as problem details (RFC 9457).
 */
final class FencingProblem {

	private final JsonMapper json = JsonMapper.builder().build();

	void write(HttpServletResponse response, FencingRefusal refusal) throws IOException {
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
		response.setStatus(outcome.status().value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		write(response, this.json.writeValueAsString(problem));
	}

	/** A failed handler may have opened either the stream or the writer. */
	private static void write(HttpServletResponse response, String body) throws IOException {
		try {
			response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
		}
		catch (IllegalStateException ex) {
			response.getWriter().write(body);
		}
	}

}
