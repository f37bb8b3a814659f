package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.json.JsonWriter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Refuses a request with problem details (RFC 9457). It writes the answer itself, for the
 * client may have no access to the application's error page.
 */
final class ForwardRefusal {

	private static final JsonWriter<Map<String, Object>> JSON = JsonWriter.standard();

	private final long retryAfterSeconds;

	/**
	 * Creates refusals.
	 * @param retryAfter after what time clients should retry, rounded up to seconds
	 */
	ForwardRefusal(Duration retryAfter) {
		this.retryAfterSeconds = retryAfter.plusSeconds(1).minusNanos(1).toSeconds();
	}

	/** The service will be available soon. */
	void unavailable(HttpServletResponse response, String group, String detail) throws IOException {
		response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(this.retryAfterSeconds));
		write(response, HttpStatus.SERVICE_UNAVAILABLE, detail, Map.of("group", group));
	}

	/** The leader takes too long. */
	void timedOut(HttpServletResponse response, String group, String detail) throws IOException {
		write(response, HttpStatus.GATEWAY_TIMEOUT, detail, Map.of("group", group));
	}

	/**
	 * The request was forwarded to a node that does not lead.
	 * @param self this node, or null if it takes no part
	 * @param leader the leader that this node knows, or null
	 */
	void oneHop(HttpServletResponse response, String group, @Nullable NodeId self, @Nullable NodeId leader)
			throws IOException {
		response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(this.retryAfterSeconds));
		response.setHeader(HopHeaders.NOT_LEADER, (self != null) ? self.value() : "unknown");
		write(response, HttpStatus.SERVICE_UNAVAILABLE,
				"A forwarded request reached a node that does not lead; it is not forwarded again",
				Map.of("group", group, "leader", (leader != null) ? leader.value() : "unknown"));
	}

	private static void write(HttpServletResponse response, HttpStatus status, String detail, Map<String, String> more)
			throws IOException {
		Map<String, Object> problem = new LinkedHashMap<>();
		problem.put("title", status.getReasonPhrase());
		problem.put("status", status.value());
		problem.put("detail", detail);
		problem.putAll(more);
		byte[] body = JSON.write(problem).toByteArray();
		response.setStatus(status.value());
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

}
