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

					A test that cannot fail proves nothing. The sources of the election are therefore broken on purpose, one rule at a time,
					and the simulator must notice. Each mutant is one small edit, in `verification/simulator-tests/src/test/resources/mutants`. It is
					played through the directed scenario named for it. If none is named or the scenario finds nothing, it is played through up
					to %d random runs.

					* **Italics** mark what the proof of the election rests on.
					* **Broken** names the promise that was seen broken: S1 to S4, L1 and L2 as in [the election](../../docs/election.md), or an invariant
					  that is checked beside them. 'Course' means that no promise was broken, but the cluster did not do what the scenario
					  expects.
					* **Rules with a number** are those of the quorum election. Those with the name of another election belong to its nomination,
					  and are hunted in that election. Their scenarios are written as those of the [lab](../../docs/internals/lab.md), in
					  `verification/simulator-tests/src/test/resources/nominations`.
					* **Rules of `lease`** are hunted by a [search](../../docs/internals/simulator.md#everything-that-can-happen-to-a-lease) of all that can happen
					  to two instances, and in [directed scenarios](../../docs/internals/simulator.md#directed-scenarios-of-a-lease).
					* **Rules of `assignments`** belong to the protocol that spreads partitions, and are hunted in directed scenarios of its
					  workers and leaders. A1, A4 and A7 are the promises of assignments: one owner, tokens that rise, one end of each
					  beginning. I1: all that is owned is in the leader's book.
					  Timer: nothing is done before its time was told.
					* **Rules of `metadata`** belong to the register, and are hunted in random runs of it beside leaderships that exclude each
					  other: three or five members, with disks or in memory, or a store. 'shown': something older was shown than had been shown.
					* **Rules of `fence`** belong to the settling of former leaders, and are hunted in the steps of one winner and in random
					  runs of elections that are fenced.

					`MutantsTests` writes this page, and fails when it is out of date.

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
		this.page
			.append("""

					## What nothing finds

					These change no behaviour that a promise covers, or change it only where no run here leads. Each row gives the reason.

					| Mutant | What no longer holds | Why nothing breaks |
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
