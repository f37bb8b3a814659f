package io.github.leaderelection.internal.transport.seal;

import java.util.Objects;

/**
 * What both sides of one connection drew for it.
 *
 * @param dialler what the side drew that dialled
 * @param acceptor what the other side drew
 */
public record Nonces(String dialler, String acceptor) {

	/**
	 * Checks that nothing is missing.
	 */
	public Nonces {
		Objects.requireNonNull(dialler, "dialler");
		Objects.requireNonNull(acceptor, "acceptor");
	}

}
