package io.github.leaderelection.fencing.web;

import io.github.leaderelection.fencing.StaleTokenException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown to refuse a request, with the reason.
 */
final class FencingRefusal extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final FencingOutcome outcome;

	private final @Nullable StaleTokenException stale;

	private final String detail;

	FencingRefusal(FencingOutcome outcome, String detail) {
		super(detail);
		this.outcome = outcome;
		this.detail = detail;
		this.stale = null;
	}

	FencingRefusal(StaleTokenException stale) {
		super(stale);
		this.outcome = FencingOutcome.STALE;
		this.detail = String.valueOf(stale.getMessage());
		this.stale = stale;
	}

	FencingOutcome outcome() {
		return this.outcome;
	}

	String detail() {
		return this.detail;
	}

	@Nullable StaleTokenException stale() {
		return this.stale;
	}

}
