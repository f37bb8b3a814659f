package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.Map;

/**
 * The page that says which mutant loses which rule, and what finds it.
 */
final class MutantsPage {

	/** Which of them it is changes whenever anything that a run does changes. */
	private static final String RANDOM = "a random run";

	private final StringBuilder page = new StringBuilder();

	private final List<Mutant> mutants;

	private final Map<String, Trophy> trophies;

	private MutantsPage(List<Mutant> mutants, Map<String, Trophy> trophies) {
		this.mutants = mutants;
		this.trophies = trophies;
	}

	/**
	 * Writes the page.
	 * @param rules all rules
	 * @param mutants all mutants
	 * @param trophies what came of the hunts, by mutant
	 * @return its text
	 */
	static String of(List<Rule> rules, List<Mutant> mutants, Map<String, Trophy> trophies) {
		MutantsPage page = new MutantsPage(mutants, trophies);
		page.introduce();
		rules.forEach(page::rule);
		page.survivors();
		return page.page.toString();
	}

	private void introduce() {
		this.page
			.append("""
					# Mutants

					A test that cannot fail proves nothing. So the sources of the election are broken on purpose, one rule at a time, and the
					simulator must notice. Each mutant is one small edit, in `verification/simulator/src/test/resources/mutants`. It is played
					through the directed scenario named for it, and through up to %d random runs where none is named or the scenario finds nothing.

					What stands in italics is what the proof of the election leans on. 'Broken' names the promise that was seen broken: S1 to S4, L1
					and L2 as in [the election](election.md), or an invariant that is checked beside them; 'course' means that no promise was broken
					but the cluster did not do what the scenario expects. This page is written by `MutantsTests`, which fails when it is out of date.

					Rules with a number are those of the quorum election. Those with the name of another election are of its nomination, and are hunted
					in that election; their scenarios are written as those of the [lab](lab.md), in `verification/simulator/src/test/resources/nominations`.

					| Rule | What it says | Mutant | Found by | Broken |
					| --- | --- | --- | --- | --- |
					"""
				.formatted(MutantHunt.BUDGET));
	}

	private void rule(Rule rule) {
		boolean first = true;
		for (Mutant mutant : this.mutants) {
			if (mutant.rule().equals(rule.key())) {
				row(first ? rule.key() : "", first ? rule.sentence() : "", "`" + mutant.name() + "`", foundBy(mutant),
						broken(mutant));
				first = false;
			}
		}
		if (first) {
			row(rule.key(), rule.sentence(), "none", rule.noCode(), "");
		}
	}

	private String foundBy(Mutant mutant) {
		Trophy trophy = this.trophies.get(mutant.name());
		if (trophy == null || trophy.found() == null) {
			return mutant.isHunted() ? "nothing" : "nothing: see below";
		}
		return trophy.found().foundBy().startsWith("seed ") ? RANDOM : trophy.found().foundBy();
	}

	private String broken(Mutant mutant) {
		Trophy trophy = this.trophies.get(mutant.name());
		if (trophy == null || trophy.found() == null) {
			return "";
		}
		if (trophy.found().foundBy().startsWith("seed ")) {
			return "a promise";
		}
		return trophy.found().promise().startsWith("expected: ") ? "course" : trophy.found().promise();
	}

	private void survivors() {
		this.page.append("""

				## What nothing finds

				These change no behaviour that a promise speaks of, or only where no run here leads. Each says why.

				| Mutant | What is true no more | Why nothing breaks |
				| --- | --- | --- |
				""");
		for (Mutant mutant : this.mutants) {
			if (!mutant.isHunted()) {
				row("`" + mutant.name() + "`", mutant.breaks(), mutant.survives());
			}
		}
	}

	private void row(String... cells) {
		this.page.append("| ").append(String.join(" | ", cells)).append(" |\n");
	}

}
