package io.github.leaderelection.internal.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why a check could not be answered.
 *
 * @param message what was wrong, and what helps
 */
public record CheckRefusal(String message) implements OperationResponseBody {

	static CheckRefusal of(String check) {
		return new CheckRefusal(
				"There is no check '" + check + "': use check=leader, or leave it out for the whole picture");
	}

}
