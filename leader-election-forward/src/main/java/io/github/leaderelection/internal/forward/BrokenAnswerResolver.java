package io.github.leaderelection.internal.forward;

import java.io.UncheckedIOException;

import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Keeps the application's exception handlers from appending to an incomplete answer of
 * the leader. The web server then closes the connection, so that the client notices.
 */
public final class BrokenAnswerResolver implements HandlerExceptionResolver, Ordered {

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception failure) {
		if (failure instanceof BrokenAnswerException broken) {
			throw new UncheckedIOException(broken);
		}
		return null;
	}

}
