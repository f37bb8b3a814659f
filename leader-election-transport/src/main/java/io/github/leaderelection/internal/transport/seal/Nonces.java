package io.github.leaderelection.internal.transport.seal;

import java.util.Objects;

/**
 * The random values that the two sides drew for one connection.
 */
public record Nonces(String dialler, String acceptor) {

	public Nonces {
		Objects.requireNonNull(dialler, "dialler");
		Objects.requireNonNull(acceptor, "acceptor");
	}

}
