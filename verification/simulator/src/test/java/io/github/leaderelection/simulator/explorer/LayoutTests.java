package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.internal.quorum.QuorumState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Layout} and {@link Components}.
 */
class LayoutTests {

	@Test
	void typeThatIsNotDeclaredIsRefused() {
		assertThatIllegalStateException().isThrownBy(() -> Layout.of(Unheard.class))
			.withMessageContaining("'Unheard' is not declared");
	}

	@Test
	void componentThatIsNotDeclaredIsRefused() {
		assertThatIllegalStateException().isThrownBy(() -> Layout.of(SupportPromise.class))
			.withMessageContaining("'SupportPromise'")
			.withMessageContaining("kept");
	}

	@Test
	void everyComponentOfTheStateIsDeclared() {
		assertThat(Layout.of(QuorumState.class).size()).isGreaterThan(20);
	}

	private record Unheard(long sinceNanos) {
	}

	private record SupportPromise(String member, long incarnation, long term, long untilNanos, boolean kept) {
	}

}
