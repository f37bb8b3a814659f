package io.github.leaderelection.internal.store.kubernetes.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An answer other than what was asked for.
 */
final class ApiRefusal extends Exception {

	private static final long serialVersionUID = 1L;

	private final int code;

	private final String reason;

	ApiRefusal(int code, String reason, String message) {
		super(message);
		this.code = code;
		this.reason = reason;
	}

	static ApiRefusal conflict(String name, String message) {
		return new ApiRefusal(409, "Conflict",
				"Operation cannot be fulfilled on leases.coordination.k8s.io \"" + name + "\": " + message);
	}

	static ApiRefusal notFound(String resource, String name) {
		return new ApiRefusal(404, "NotFound", resource + " \"" + name + "\" not found");
	}

	static ApiRefusal invalid(String message) {
		return new ApiRefusal(422, "Invalid", message);
	}

	static ApiRefusal gone() {
		return new ApiRefusal(410, "Expired", "too old resource version");
	}

	int code() {
		return this.code;
	}

	ObjectNode status() {
		ObjectNode status = JsonNodeFactory.instance.objectNode();
		status.put("kind", "Status").put("apiVersion", "v1").put("status", "Failure");
		status.putObject("metadata");
		status.put("message", getMessage()).put("reason", this.reason).put("code", this.code);
		return status;
	}

}
