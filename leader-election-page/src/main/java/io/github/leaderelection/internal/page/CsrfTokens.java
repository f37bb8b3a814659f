package io.github.leaderelection.internal.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Finds the token that Spring Security wants with a request that changes something.
 */
@FunctionalInterface
public interface CsrfTokens {

	/** Without Spring Security. */
	CsrfTokens NONE = () -> Token.NONE;

	/** The {@link Token} of the request that runs, as the answer of an operation. */
	Object token();

	/**
	 * A token and the header that carries it, both null if none is wanted.
	 */
	@JsonInclude
	record Token(@Nullable String header, @Nullable String token) implements OperationResponseBody {

		static final Token NONE = new Token(null, null);

	}

}
