package io.github.leaderelection.spi;

import java.util.Objects;

/**
 * How a member and this node hold the elections of one group differently.
 *
 * @param theirs the member's rules
 * @param own the rules of this node
 */
public record ForeignRules(String theirs, String own) {

	/**
	 * Checks that nothing is missing.
	 */
	public ForeignRules {
		Objects.requireNonNull(theirs, "theirs");
		Objects.requireNonNull(own, "own");
	}

	@Override
	public String toString() {
		return "'" + this.theirs + "', this node by '" + this.own + "'";
	}

}
