package io.github.leaderelection.fencing.web;

import java.util.Locale;

import org.springframework.http.HttpStatus;

/**
 * The outcome of a request at the filter.
 */
public enum FencingOutcome {

	/** The token is valid, or none was required. */
	ADMITTED(HttpStatus.OK, ""),

	/** The token is lower than a previous one. */
	STALE(HttpStatus.CONFLICT, "Stale fencing token"),

	/** The header is malformed, or repeated. */
	MALFORMED(HttpStatus.BAD_REQUEST, "Malformed fencing token"),

	/** The token belongs to a group that may not write here. */
	FOREIGN(HttpStatus.FORBIDDEN, "Fencing token of another group"),

	/** The token is not signed, or not with the secret. */
	UNSIGNED(HttpStatus.FORBIDDEN, "Fencing token without a valid signature"),

	/** The request lacks a required token. */
	MISSING(HttpStatus.PRECONDITION_REQUIRED, "Fencing token required"),

	/** The guard has no room for the resource. */
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
	 * The outcome as the value of a meter's tag.
	 * @return the name in lower case
	 */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

}
