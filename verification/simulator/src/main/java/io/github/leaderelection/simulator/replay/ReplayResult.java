package io.github.leaderelection.simulator.replay;

import java.util.List;

import io.github.leaderelection.internal.trace.Heading;

/**
 * What came of a replay.
 *
 * @param differences where the protocol would now do otherwise, in order; those after the
 * first may follow from it
 */
public record ReplayResult(Heading heading, int inputs, List<Difference> differences) {

	/** So many differences are shown. */
	private static final int SHOWN = 5;

	/**
	 * Copies the list.
	 */
	public ReplayResult {
		differences = List.copyOf(differences);
	}

	/**
	 * Whether the protocol does as it did.
	 * @return true if there is no difference
	 */
	public boolean isSame() {
		return this.differences.isEmpty();
	}

	/** The verdict. */
	public String verdict() {
		if (isSame()) {
			return "same as recorded: " + this.inputs + " inputs";
		}
		StringBuilder text = new StringBuilder("NOT as recorded: ").append(this.differences.size())
			.append(" of ")
			.append(this.inputs)
			.append(" inputs differ; those after the first may follow from it");
		this.differences.stream().limit(SHOWN).forEach((each) -> text.append('\n').append(each));
		return text.toString();
	}

}
