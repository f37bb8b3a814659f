package io.github.leaderelection.internal.forward.message;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.json.JsonWriter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * A refusal with problem details (RFC 9457).
 *
 * @param headers the additional headers
 */
public record Refusal(HttpStatus status, Map<String, String> headers, byte[] body) {

	private static final JsonWriter<Map<String, Object>> JSON = JsonWriter.standard();

	/** Refuses a request. */
	public static Refusal of(HttpStatus status, Map<String, String> headers, String detail, Map<String, String> more) {
		Map<String, Object> problem = new LinkedHashMap<>();
		problem.put("title", status.getReasonPhrase());
		problem.put("status", status.value());
		problem.put("detail", detail);
		problem.putAll(more);
		return new Refusal(status, headers, JSON.write(problem).toByteArray());
	}

	/** Writes the status and the headers. */
	public void head(AnswerTarget target) {
		target.status(this.status.value());
		this.headers.forEach(target::set);
		target.set(HttpHeaders.CACHE_CONTROL, "no-store");
		target.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		target.set(HttpHeaders.CONTENT_LENGTH, String.valueOf(this.body.length));
	}

}
