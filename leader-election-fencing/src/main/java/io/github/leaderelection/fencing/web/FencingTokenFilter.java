package io.github.leaderelection.fencing.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

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

	private final FencingAdmission admission;

	private final FencingProblem problem = new FencingProblem();

	/**
	 * Creates a filter.
	 * @param guard detects stale tokens; must not need a transaction
	 * @param rules the requirements on requests
	 */
	public FencingTokenFilter(FencingGuard guard, FencingFilterRules rules) {
		this.admission = new FencingAdmission(guard, rules);
	}

	/**
	 * Counts the requests with an outcome.
	 * @param outcome the outcome
	 * @return their number since the creation of the filter
	 */
	public long count(FencingOutcome outcome) {
		return this.admission.count(outcome);
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return this.admission.isExempt(new ServletFencedRequest(request));
	}

	/**
	 * Also filters asynchronous dispatches: a handler that answers later may fail then.
	 */
	@Override
	protected boolean shouldNotFilterAsyncDispatch() {
		return false;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		FencedResource.Request asked = new ServletFencedRequest(request);
		if (isAsyncDispatch(request)) {
			handle(asked, request, response, chain);
			return;
		}
		try {
			FencingTokenHeader header = this.admission.admit(asked);
			if (header != null) {
				request.setAttribute(ATTRIBUTE, header);
			}
		}
		catch (FencingRefusal ex) {
			refuse(response, this.admission.refused(asked, ex));
			return;
		}
		handle(asked, request, response, chain);
	}

	private void handle(FencedResource.Request asked, HttpServletRequest request, HttpServletResponse response,
			FilterChain chain) throws ServletException, IOException {
		try {
			chain.doFilter(request, response);
		}
		catch (ServletException | RuntimeException ex) {
			StaleTokenException stale = FencingAdmission.staleIn(ex);
			if (stale == null || response.isCommitted()) {
				throw ex;
			}
			response.resetBuffer();
			refuse(response, this.admission.refused(asked, new FencingRefusal(stale)));
			return;
		}
		if (!isAsyncStarted(request)) {
			this.admission.handled(asked);
		}
	}

	private void refuse(HttpServletResponse response, FencingRefusal refusal) throws IOException {
		response.setStatus(refusal.outcome().status().value());
		response.setContentType(FencingProblem.TYPE.toString());
		write(response, this.problem.body(refusal));
	}

	/** A failed handler may have opened either the stream or the writer. */
	private static void write(HttpServletResponse response, byte[] body) throws IOException {
		try {
			response.getOutputStream().write(body);
		}
		catch (IllegalStateException ex) {
			response.getWriter().write(new String(body, StandardCharsets.UTF_8));
		}
	}

}
