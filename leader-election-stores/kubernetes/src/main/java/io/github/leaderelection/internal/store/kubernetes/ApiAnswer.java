package io.github.leaderelection.internal.store.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.leaderelection.internal.text.Printable;

/**
 * An answer of the API server.
 *
 * @param sentOnce whether the request went out exactly once
 */
record ApiAnswer(int code, String body, boolean sentOnce) {

	static final int OK = 200;

	static final int CREATED = 201;

	static final int FORBIDDEN = 403;

	static final int NOT_FOUND = 404;

	static final int CONFLICT = 409;

	static final int GONE = 410;

	boolean isGood() {
		return this.code >= OK && this.code < 300;
	}

	<T> T as(Class<T> type) {
		T read = ApiClient.words().unmarshal(this.body, type);
		if (read == null) {
			throw new IllegalStateException("The API server answered " + this.code + " with nothing in it");
		}
		return read;
	}

	/** Describes a failed answer, for the operator. */
	String problem() {
		String text = "The API server answered " + this.code + message();
		return (this.code == FORBIDDEN) ? text + ". Apply the Role of docs/stores/kubernetes.md" : text;
	}

	/** Whether the API itself answered, not a proxy. */
	boolean isStatus() {
		return "Status".equals(json().path("kind").textValue());
	}

	private String message() {
		JsonNode message = json().path("message");
		return message.isTextual() ? ": " + Printable.of(message.textValue()) : "";
	}

	private JsonNode json() {
		try {
			return as(JsonNode.class);
		}
		catch (RuntimeException ex) {
			// a proxy answered
			return MissingNode.getInstance();
		}
	}

}
