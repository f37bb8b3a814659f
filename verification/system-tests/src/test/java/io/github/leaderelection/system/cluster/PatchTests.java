package io.github.leaderelection.system.cluster;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Patch}.
 */
class PatchTests {

	@Test
	void changesWhatIsThereOnce() {
		assertThat(new Patch("A.java", "b", "x").apply("abc")).isEqualTo("axc");
	}

	@Test
	void sourceThatChangedSinceIsReported() {
		assertThatIllegalStateException().isThrownBy(() -> new Patch("A.java", "b", "x").apply("ac"))
			.withMessageContaining("A.java");
		assertThatIllegalStateException().isThrownBy(() -> new Patch("A.java", "b", "x").apply("abcb"))
			.withMessageContaining("A.java");
	}

}
