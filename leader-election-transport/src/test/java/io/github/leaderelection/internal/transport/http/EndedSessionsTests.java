package io.github.leaderelection.internal.transport.http;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EndedSessions}.
 */
class EndedSessionsTests {

	private long now = Long.MAX_VALUE - 5;

	private final EndedSessions<String> ended = new EndedSessions<>(3, () -> this.now);

	@Test
	void theLastAreKeptForAWhile() {
		this.ended.add("1", "first");
		this.now += EndedSessions.KEPT_NANOS;
		this.ended.add("2", "second");
		assertThat(this.ended.find("1")).isEqualTo("first");
		this.now++;
		assertThat(this.ended.find("1")).isNull();
		assertThat(this.ended.find("2")).isEqualTo("second");
	}

	@Test
	void theOldestGivesWayToTheNewest() {
		for (int i = 1; i <= 5; i++) {
			this.ended.add(Integer.toString(i), "session " + i);
		}
		assertThat(this.ended.find("2")).isNull();
		assertThat(this.ended.find("3")).isEqualTo("session 3");
		assertThat(this.ended.find("5")).isEqualTo("session 5");
	}

}
