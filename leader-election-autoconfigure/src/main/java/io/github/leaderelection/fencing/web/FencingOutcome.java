package io.github.leaderelection.fencing.web;

import java.util.Locale;

import org.springframework.http.HttpStatus;

/**
 * What the filter did with a request.
 */
public enum FencingOutcome {

	/** It carried a token that is not stale, or none was asked for. */
	ADMITTED(HttpStatus.OK, ""),

	/** Its token is lower than one seen. */
	STALE(HttpStatus.CONFLICT, "Stale fencing token"),

	/** Its header cannot be read, or it has several. */
	MALFORMED(HttpStatus.BAD_REQUEST, "Malformed fencing token"),

	/** Its token is that of a group that may not write here. */
	FOREIGN(HttpStatus.FORBIDDEN, "Fencing token of another group"),

	/** Its token is not signed, or not with the secret. */
	UNSIGNED(HttpStatus.FORBIDDEN, "Fencing token without a valid signature"),

	/** It has no token, though one is required. */
	MISSING(HttpStatus.PRECONDITION_REQUIRED, "Fencing token required"),

	/** Its resource is one more than the guard can tell apart. */
	UNGUARDED(HttpStatus.SERVICE_UNAVAILABLE, "Fencing guard full");

	private final HttpStatus status;

	private final String title;

	FencingOutcome(HttpStatus status, String title) {
		this.status = status;
		this.title = title;
	}

	HttpStatus status() {
		return this.status;
	}

	String title() {
		return this.title;
	}

	/**
	 * The name of the outcome where it is a value of a tag.
	 * @return the name in lower case
	 */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

}
