package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * What a protocol starts from.
 *
 * @param ballot the saved ballot, null where none was found
 * @param incarnation drawn anew at every start, never 0
 */
public record Recovered(ElectionSettings settings, @Nullable Ballot ballot, long incarnation) {

	/**
	 * Checks the incarnation.
	 */
	public Recovered {
		if (incarnation == 0) {
			throw new IllegalArgumentException("An incarnation is never 0: draw another");
		}
	}

}
