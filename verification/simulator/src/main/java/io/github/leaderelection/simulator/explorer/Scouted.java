package io.github.leaderelection.simulator.explorer;

import java.util.List;

/**
 * How a scout is answered.
 *
 * @param answered whether it is
 * @param higherTerm the term it is told of, 0 for enough yeses
 */
record Scouted(boolean answered, int higherTerm) {

	/** Not at all. */
	static final Scouted NOT = new Scouted(false, 0);

	/** With enough yeses. */
	static final Scouted YES = new Scouted(true, 0);

	/** How it may go where no higher term is told of. */
	static final List<Scouted> OF_OTHERS = List.of(NOT, YES);

	@Override
	public String toString() {
		return this.answered ? (this.higherTerm > 0) ? "told of term " + this.higherTerm : "answered with enough yeses"
				: "not answered";
	}

}
