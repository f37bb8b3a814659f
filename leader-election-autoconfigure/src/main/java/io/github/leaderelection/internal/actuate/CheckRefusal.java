package io.github.leaderelection.internal.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The answer to an unknown check.
 */
public record CheckRefusal(String message) implements OperationResponseBody {

	static CheckRefusal of(String check) {
		return new CheckRefusal("Unknown check '" + check + "': use check=leader, or omit it for the full status");
	}

}
