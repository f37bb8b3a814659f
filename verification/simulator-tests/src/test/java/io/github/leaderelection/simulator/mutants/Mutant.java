package io.github.leaderelection.simulator.mutants;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An election that loses one rule.
 *
 * @param name the name of its file
 * @param rule the key of the rule it breaks
 * @param breaks the rule it breaks, as a sentence that says what is true no more
 * @param scenarios the directed scenarios that are tried before random runs
 * @param survives why nothing can find it, or nothing does so far; empty for a mutant
 * that is to be found
 * @param edits what differs from the shipped sources
 * @param algorithm the election that is to lose it
 */
record Mutant(String name, String rule, String breaks, List<String> scenarios, String survives, List<SourceEdit> edits,
		String algorithm) {

	/** The election that comes without a nomination. */
	static final String QUORUM = "quorum";

	/** The protocol beside the election of a group. */
	static final String ASSIGNMENTS = "assignments";

	/** The register of a group. */
	static final String METADATA = "metadata";

	/** The settling of former leaders before a grant. */
	static final String FENCE = "fence";

	/**
	 * Patches a copy of the sources.
	 * @param sources the shipped sources
	 * @return the text of each file that differs, by its path
	 * @throws IllegalStateException if an edit does not fit
	 */
	Map<String, String> applyTo(CoreSources sources) {
		Map<String, String> patched = new LinkedHashMap<>();
		for (SourceEdit edit : this.edits) {
			try {
				String before = patched.containsKey(edit.file()) ? patched.get(edit.file()) : sources.read(edit.file());
				patched.put(edit.file(), edit.applyTo(before));
			}
			catch (IllegalStateException ex) {
				throw new IllegalStateException("The mutant '" + this.name + "' no longer applies: " + ex.getMessage(),
						ex);
			}
		}
		return patched;
	}

	/**
	 * Whether it is to be found.
	 */
	boolean isHunted() {
		return this.survives.isEmpty();
	}

	@Override
	public String toString() {
		return this.name;
	}

}
