package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.json.JsonWriter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * An answer of this node in place of the leader's: problem details (RFC 9457), or a
 * redirection.
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

	/** Sends a client to a URL on the leader. */
	public static Refusal redirect(URI url) {
		return new Refusal(HttpStatus.TEMPORARY_REDIRECT, Map.of(HttpHeaders.LOCATION, url.toString()), new byte[0]);
	}

	/** Writes the status and the headers. */
	public void head(AnswerTarget target) {
		target.status(this.status.value());
		this.headers.forEach(target::set);
		target.set(HttpHeaders.CACHE_CONTROL, "no-store");
		if (this.body.length > 0) {
			target.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		}
		target.set(HttpHeaders.CONTENT_LENGTH, String.valueOf(this.body.length));
	}

	/** Writes all of the answer. */
	public void write(AnswerTarget target) throws IOException {
		head(target);
		OutputStream stream = target.body();
		stream.write(this.body);
		stream.close();
	}

}
