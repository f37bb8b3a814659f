package io.github.leaderelection.fencing.web;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests of former leaders before they are handled. Also answers 409 if a
 * handler throws a {@link StaleTokenException}. A request of a newer leader may overtake
 * an admitted one before that writes. To prevent this, the handler takes the token from
 * the attribute {@link #ATTRIBUTE} and checks it in the transaction in which it writes.
 */
public class FencingTokenFilter extends OncePerRequestFilter {

	/**
	 * The request attribute with the checked {@link FencingTokenHeader}.
	 */
	public static final String ATTRIBUTE = "io.github.leaderelection.fencing.token";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final FencingGuard guard;

	private final FencingFilterRules rules;

	private final FencingProblem problem;

	private final AtomicBoolean full = new AtomicBoolean();

	private final Map<FencingOutcome, LongAdder> outcomes = new EnumMap<>(FencingOutcome.class);

	/**
	 * Creates a filter.
	 * @param guard detects stale tokens; must not need a transaction
	 * @param rules what the filter requires of requests
	 */
	public FencingTokenFilter(FencingGuard guard, FencingFilterRules rules) {
		this.guard = Objects.requireNonNull(guard, "guard");
		this.rules = Objects.requireNonNull(rules, "rules");
		this.problem = new FencingProblem();
		for (FencingOutcome outcome : FencingOutcome.values()) {
			this.outcomes.put(outcome, new LongAdder());
		}
	}

	/**
	 * Counts the requests with an outcome.
	 * @param outcome the outcome
	 * @return their number since the creation of the filter
	 */
	public long count(FencingOutcome outcome) {
		LongAdder count = this.outcomes.get(outcome);
		return (count != null) ? count.sum() : 0;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return this.rules.exempt().test(request);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		try {
			FencingTokenHeader header = admit(request);
			if (header != null) {
				request.setAttribute(ATTRIBUTE, header);
			}
		}
		catch (FencingRefusal ex) {
			refuse(request, response, ex);
			return;
		}
		handle(request, response, chain);
	}

	private @Nullable FencingTokenHeader admit(HttpServletRequest request) {
		List<String> values = Collections.list(request.getHeaders(FencingTokenHeader.NAME));
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

	private void check(FencingTokenHeader header, HttpServletRequest request) {
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

	private void handle(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		try {
			chain.doFilter(request, response);
		}
		catch (ServletException | RuntimeException ex) {
			StaleTokenException stale = staleIn(ex);
			if (stale == null || response.isCommitted()) {
				throw ex;
			}
			response.resetBuffer();
			refuse(request, response, new FencingRefusal(stale));
			return;
		}
		count(request, FencingOutcome.ADMITTED);
	}

	private static @Nullable StaleTokenException staleIn(Exception failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof StaleTokenException)) {
			cause = cause.getCause();
		}
		return (StaleTokenException) cause;
	}

	private void refuse(HttpServletRequest request, HttpServletResponse response, FencingRefusal refusal)
			throws IOException {
		count(request, refusal.outcome());
		this.problem.write(response, refusal);
	}

	private void count(HttpServletRequest request, FencingOutcome outcome) {
		LongAdder count = this.outcomes.get(outcome);
		if (count != null) {
			count.increment();
		}
		if (outcome == FencingOutcome.STALE) {
			logger.warn("Refused {} {}: its fencing token is stale", request.getMethod(), request.getRequestURI());
		}
		else if (outcome != FencingOutcome.ADMITTED) {
			logger.debug("Refused {} {}: {}", request.getMethod(), request.getRequestURI(), outcome);
		}
	}

}
