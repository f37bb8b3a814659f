package io.github.leaderelection.simulator.mutants;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whoever judges random runs after the healing reports members that hear one another and
 * lead side by side.
 */
class HealedJudgeTests {

	private static final String RULE = "one leader after the healing";

	/** Of all seeds the first that shows it; another comes soon should it change. */
	private static final long FIRST_SEED = 23;

	private final MutantWorld world = new MutantWorld();

	@Test
	void groupsThatNeverMeetAreReportedAndGroupsThatDoAreNot() {
		Mutant mutant = Mutants.all()
			.stream()
			.filter((each) -> each.name().equals("emergent-nobody-calls"))
			.findFirst()
			.orElseThrow();
		Catch found = this.world.with(mutant.algorithm(), this.world.compile(mutant), HealedJudgeTests::hunt);
		assertThat(found).as("a run that breaks '" + RULE + "'").isNotNull();
		assertThat(found.what()).matches("group \\d: \\[\\d(, \\d)+] all lead, though \\[.*] are well");
		long seed = Long.parseLong(found.foundBy().substring("seed ".length()));
		Catch shipped = this.world.with(mutant.algorithm(), Map.of(), (hunter) -> hunter.play(seed));
		assertThat(shipped).isNull();
	}

	private static @Nullable Catch hunt(Hunter hunter) {
		for (long seed = FIRST_SEED; seed < FIRST_SEED + MutantHunt.BUDGET; seed++) {
			Catch found = hunter.play(seed);
			if (found != null && found.promise().equals(RULE)) {
				return found;
			}
		}
		return null;
	}

}
