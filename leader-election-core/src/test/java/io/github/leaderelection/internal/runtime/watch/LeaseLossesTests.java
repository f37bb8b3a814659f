package io.github.leaderelection.internal.runtime.watch;

import java.time.Duration;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.FakeEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseLossesTests {

	private static final Duration WINDOW = Duration.ofMinutes(10);

	private static final Duration ADVISED = Duration.ofMillis(1500);

	private final LeaseLosses losses = new LeaseLosses(FakeEnvironment.settings("default"), WINDOW);

	private long now;

	@Test
	void oneLossIsAFailOver() {
		assertThat(lose(ADVISED)).isNull();
	}

	@Test
	void aSecondLossWithinTheWindowNamesTheLeaseInForceAndTheAdvisedOne() {
		lose(ADVISED);
		pass(WINDOW.minusNanos(1));
		assertThat(lose(ADVISED)).contains("the lease of 1000ms", "at least 1500ms", "STALLED");
	}

	@Test
	void aSecondLossAfterTheWindowIsAFirstOne() {
		lose(ADVISED);
		pass(WINDOW);
		assertThat(lose(ADVISED)).isNull();
	}

	@Test
	void itIsSaidAgainOnlyAfterAQuietWindow() {
		lose(ADVISED);
		assertThat(lose(ADVISED)).isNotNull();
		assertThat(lose(ADVISED)).isNull();
		pass(WINDOW);
		assertThat(lose(ADVISED)).isNull();
		assertThat(lose(ADVISED)).isNotNull();
	}

	@Test
	void whereNoLeaseIsAdvisedNoneIsNamed() {
		lose(null);
		assertThat(lose(null)).contains("No longer lease helps").doesNotContain("lease-duration");
	}

	private @Nullable String lose(@Nullable Duration advised) {
		return this.losses.lost(RevocationReason.STALLED, advised, this.now);
	}

	private void pass(Duration time) {
		this.now += time.toNanos();
	}

}
