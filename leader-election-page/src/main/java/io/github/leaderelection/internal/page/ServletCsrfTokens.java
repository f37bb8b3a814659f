package io.github.leaderelection.internal.page;

import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Tokens of a servlet container.
 */
public final class ServletCsrfTokens implements CsrfTokens {

	@Override
	public Object token() {
		Object token = RequestContextHolder.currentRequestAttributes()
			.getAttribute(CsrfToken.class.getName(), RequestAttributes.SCOPE_REQUEST);
		return (token instanceof CsrfToken wanted) ? new Token(wanted.getHeaderName(), wanted.getToken()) : Token.NONE;
	}

}
