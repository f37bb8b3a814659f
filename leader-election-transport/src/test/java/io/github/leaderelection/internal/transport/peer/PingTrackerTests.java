package io.github.leaderelection.internal.transport.peer;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PingTracker}.
 */
class PingTrackerTests {

	private static final long AT_MOST = 6000;

	private final PingTracker echo = new PingTracker();

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private void answeredAfter(long askedMillis, long tookMillis) {
		long question = this.echo.ask(millis(askedMillis));
		this.echo.answered(question, millis(askedMillis + tookMillis));
	}

	@Test
	void patienceIsASecondWhereAnswersAreFast() {
		assertThat(this.echo.patienceMillis(AT_MOST)).isEqualTo(1000);
		answeredAfter(0, 20);
		assertThat(this.echo.patienceMillis(AT_MOST)).isEqualTo(1000);
	}

	@Test
	void patienceFollowsTheSlowestAnswerAndForgetsItSlowly() {
		answeredAfter(0, 400);
		assertThat(this.echo.patienceMillis(AT_MOST)).isEqualTo(3200);
		answeredAfter(2000, 10);
		assertThat(this.echo.patienceMillis(AT_MOST)).isEqualTo(2800);
		answeredAfter(4000, 3000);
		assertThat(this.echo.patienceMillis(AT_MOST)).isEqualTo(AT_MOST);
		for (int i = 0; i < 40; i++) {
			answeredAfter(6000 + 2000L * i, 1);
		}
		assertThat(this.echo.patienceMillis(AT_MOST)).isEqualTo(1000);
	}

	@Test
	void aQuestionIsOpenUntilItOrANewerOneIsAnswered() {
		long first = this.echo.ask(millis(0));
		long second = this.echo.ask(millis(2000));
		assertThat(this.echo.unansweredMillis(millis(3000))).isEqualTo(3000);
		this.echo.answered(first, millis(3000));
		assertThat(this.echo.unansweredMillis(millis(3000))).as("since the second").isEqualTo(1000);
		this.echo.answered(second, millis(3000));
		assertThat(this.echo.unansweredMillis(millis(9000))).isZero();
	}

	@Test
	void answersToNoQuestionCountForNothing() {
		this.echo.ask(millis(0));
		this.echo.answered(7, millis(10));
		this.echo.answered(-1, millis(10));
		this.echo.answered(0, millis(10));
		assertThat(this.echo.unansweredMillis(millis(500))).isEqualTo(500);
	}

	@Test
	void aQuestionIsDueAtFirstAndThenOnceEachPause() {
		assertThat(this.echo.isDue(2000, millis(5))).isTrue();
		this.echo.ask(millis(5));
		assertThat(this.echo.isDue(2000, millis(2004))).isFalse();
		assertThat(this.echo.isDue(2000, millis(2005))).isTrue();
		this.echo.begin();
		assertThat(this.echo.isDue(2000, millis(2005))).isTrue();
		assertThat(this.echo.unansweredMillis(millis(9999))).isZero();
	}

}
