package io.github.leaderelection.fencing.web;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which requests may be handled, and counts them. Safe for use from any thread.
 */
final class FencingAdmission {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final FencingGuard guard;

	private final FencingFilterRules rules;

	private final AtomicBoolean full = new AtomicBoolean();

	private final Map<FencingOutcome, LongAdder> outcomes = new EnumMap<>(FencingOutcome.class);

	FencingAdmission(FencingGuard guard, FencingFilterRules rules) {
		this.guard = Objects.requireNonNull(guard, "guard");
		this.rules = Objects.requireNonNull(rules, "rules");
		for (FencingOutcome outcome : FencingOutcome.values()) {
			this.outcomes.put(outcome, new LongAdder());
		}
	}

	long count(FencingOutcome outcome) {
		LongAdder count = this.outcomes.get(outcome);
		return (count != null) ? count.sum() : 0;
	}

	boolean isExempt(FencedResource.Request request) {
		return this.rules.exempt().test(request);
	}

	/**
	 * Checks the token of a request.
	 * @return the token, or null for a request that has and needs none
	 * @throws FencingRefusal if the request must not be handled
	 */
	@Nullable FencingTokenHeader admit(FencedResource.Request request) {
		List<String> values = request.headers(FencingTokenHeader.NAME);
		if (values.isEmpty()) {
			if (this.rules.isMissing(request)) {
				throw new FencingRefusal(FencingOutcome.MISSING, "Send the fencing token of a leader of one of "
						+ this.rules.groups() + " in the header " + FencingTokenHeader.NAME);
			}
			return null;
		}
		FencingTokenHeader header = read(values);
		if (!this.rules.groups().contains(header.group())) {
			throw new FencingRefusal(FencingOutcome.FOREIGN, "The leader of group '" + header.group()
					+ "' may not write here: send the token of a leader of one of " + this.rules.groups());
		}
		if (!this.rules.isSigned(header, request)) {
			throw new FencingRefusal(FencingOutcome.UNSIGNED,
					"Sign method, path, group and token with the secret of this application, in sig=:...:");
		}
		check(header, request);
		return header;
	}

	private static FencingTokenHeader read(List<String> values) {
		if (values.size() > 1) {
			throw new FencingRefusal(FencingOutcome.MALFORMED, "There are " + values.size() + " headers "
					+ FencingTokenHeader.NAME + ": send only that of the leadership under which the request is made");
		}
		try {
			return FencingTokenHeader.parse(values.get(0));
		}
		catch (IllegalArgumentException ex) {
			throw new FencingRefusal(FencingOutcome.MALFORMED,
					"The header " + FencingTokenHeader.NAME + " cannot be read. " + ex.getMessage());
		}
	}

	private void check(FencingTokenHeader header, FencedResource.Request request) {
		try {
			this.guard.check(this.rules.resource().of(request, header), header.token());
		}
		catch (StaleTokenException ex) {
			throw new FencingRefusal(ex);
		}
		catch (IllegalArgumentException ex) {
			throw new FencingRefusal(FencingOutcome.MALFORMED,
					"The path does not name a resource that can be guarded. " + ex.getMessage());
		}
		catch (IllegalStateException ex) {
			if (this.full.compareAndSet(false, true)) {
				logger.warn(
						"Requests to further resources are refused from now on: {}. The limit of the filter's own guard is "
								+ "leader-election.fencing.filter.max-resources",
						ex.getMessage());
			}
			throw new FencingRefusal(FencingOutcome.UNGUARDED, "This application has no room for a further "
					+ "resource, and cannot decide whether the token is stale");
		}
	}

	/** The stale token that made a handler fail, or null. */
	static @Nullable StaleTokenException staleIn(Throwable failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof StaleTokenException)) {
			cause = cause.getCause();
		}
		return (StaleTokenException) cause;
	}

	/** Counts a request that is not handled. */
	FencingRefusal refused(FencedResource.Request request, FencingRefusal refusal) {
		count(request, refusal.outcome());
		return refusal;
	}

	/** Counts a request that was handled. */
	void handled(FencedResource.Request request) {
		count(request, FencingOutcome.ADMITTED);
	}

	private void count(FencedResource.Request request, FencingOutcome outcome) {
		LongAdder count = this.outcomes.get(outcome);
		if (count != null) {
			count.increment();
		}
		if (outcome == FencingOutcome.STALE) {
			logger.warn("Refused {} {}: its fencing token is stale", request.method(), request.path());
		}
		else if (outcome != FencingOutcome.ADMITTED) {
			logger.debug("Refused {} {}: {}", request.method(), request.path(), outcome);
		}
	}

}
