package io.github.leaderelection.simulator.mutants;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A patch that no longer fits its source is an error, whatever else it could mean.
 */
class SourceEditTests {

	@Test
	void whiteSpaceMayDiffer() {
		assertThat(new SourceEdit("A.java", "if (a) {\n\tb(c, d);\n}", "e();")
			.applyTo("x;\nif (a) {\n\t\tb(c,\n\t\t\td);\n\t}\ny;")).isEqualTo("x;\ne();\ny;");
	}

	@Test
	void nothingElseMayDiffer() {
		assertThatIllegalStateException().isThrownBy(() -> new SourceEdit("A.java", "a > b", "c").applyTo("a >= b"))
			.withMessageContaining("is not in A.java");
	}

	@Test
	void aTextThatIsThereTwiceIsRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new SourceEdit("A.java", "a ();", "b").applyTo("a(); c(); a();"))
			.withMessageContaining("is more than once in A.java");
	}

	@Test
	void theMutantAndTheFileAreNamed() {
		Mutant mutant = MutantReader.read("odd", List.of("rule: 1.a", "breaks: a rule", "--- quorum/part/Timing.java",
				"<<<<", "no such text", "====", ">>>>"));
		assertThatIllegalStateException().isThrownBy(() -> mutant.applyTo(CoreSources.find()))
			.withMessageContaining("'odd' no longer applies")
			.withMessageContaining("quorum/part/Timing.java");
	}

	@Test
	void aFileIsReadInFull() {
		Mutant mutant = MutantReader.read("two",
				List.of("rule: 1.a", "breaks: this", "breaks: and that", "scenario: one, of them", "scenario: another",
						"--- quorum/A.java", "<<<<", "a", "====", "b", ">>>>", "", "<<<<", "c", "====", ">>>>"));
		assertThat(mutant).isEqualTo(new Mutant("two", "1.a", "this and that", List.of("one, of them", "another"), "",
				List.of(new SourceEdit("quorum/A.java", "a\n", "b\n"), new SourceEdit("quorum/A.java", "c\n", "")),
				Mutant.QUORUM));
	}

	@Test
	void whatIsNotUnderstoodIsRefused() {
		assertThatIllegalStateException().isThrownBy(() -> MutantReader.read("odd", List.of("breaks: x", "what?")))
			.withMessageContaining("'odd'")
			.withMessageContaining("what?");
	}

}
