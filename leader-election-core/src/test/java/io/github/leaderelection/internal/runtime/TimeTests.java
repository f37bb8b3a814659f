package io.github.leaderelection.internal.runtime;

import java.time.Duration;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.timer;
import static org.assertj.core.api.Assertions.assertThat;

class TimeTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	@Test
	void timersFireInTheOrderOfTheirTimesAndTiesInThatOfGroupAndOrdinal() {
		long now = this.environment.nanos;
		this.protocol.atStart(timer(FakeTimer.C, now + 1), timer(FakeTimer.A, now + 3), timer(FakeTimer.B, now + 3));
		FakeProtocol second = new FakeProtocol(FakeEnvironment.SELF);
		second.atStart(timer(FakeTimer.A, now + 2), timer(FakeTimer.B, now + 3));
		this.environment.group("default", this.protocol).group("second", second).start();

		assertThat(this.environment.run()).isEqualTo(now + 1);
		assertThat(this.protocol.steps()).isEmpty();

		this.environment.nanos = now + 2;
		assertThat(this.environment.run()).isEqualTo(now + 3);
		assertThat(this.protocol.steps()).containsExactly("C");
		assertThat(second.steps()).containsExactly("A");

		this.environment.nanos = now + 3;
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("C", "A", "B");
		assertThat(second.steps()).containsExactly("A", "B");
	}

	@Test
	void aTimerStartedAgainIsMovedAndACancelledOneDoesNotFire() {
		long now = this.environment.nanos;
		this.protocol.atStart(timer(FakeTimer.A, now + 1), timer(FakeTimer.B, now + 1), timer(FakeTimer.A, now + 5),
				new Effect.CancelTimer<>(FakeTimer.B), new Effect.CancelTimer<>(FakeTimer.C));
		this.environment.group("default", this.protocol).start();

		this.environment.nanos = now + 4;
		assertThat(this.environment.run()).isEqualTo(now + 5);
		assertThat(this.protocol.steps()).isEmpty();
	}

	@Test
	void aLoopThatRanLateSaysSoBeforeWhatIsQueuedAndWhatIsDue() {
		long now = this.environment.nanos;
		this.protocol.atStart(timer(FakeTimer.A, now + 1));
		this.environment.group("default", this.protocol).start();

		this.environment.pass(Duration.ofMillis(51));
		this.environment.receive("old");

		assertThat(this.protocol.steps()).containsExactly("LoopLate", "old", "A");
		assertThat(this.protocol.inputs.get(0).event()).isInstanceOfSatisfying(Event.LoopLate.class,
				(late) -> assertThat(late.lateNanos()).isEqualTo(Duration.ofMillis(51).toNanos() - 1));
	}

	@Test
	void aLoopThatIsLateByLessThanHalfAHeartbeatSaysNothing() {
		this.protocol.atStart(timer(FakeTimer.A, this.environment.nanos));
		this.environment.group("default", this.protocol).start();

		this.environment.pass(Duration.ofMillis(50));
		this.environment.run();

		assertThat(this.protocol.steps()).containsExactly("A");
	}

	@Test
	void everyGroupHearsThatTheLoopIsLateThoughTheTimerIsAnothers() {
		FakeProtocol second = new FakeProtocol(FakeEnvironment.SELF);
		second.atStart(timer(FakeTimer.A, this.environment.nanos));
		this.environment.group("default", this.protocol).group("second", second).start();

		this.environment.pass(Duration.ofMillis(60));
		this.environment.run();

		assertThat(this.protocol.steps()).containsExactly("LoopLate");
		assertThat(second.steps()).containsExactly("LoopLate", "A");
	}

	@Test
	void withNothingToWaitForTheNextTimeIsThatOfTheWarningThatNoLeaderIsKnown() {
		this.environment.group("default", this.protocol).start();

		assertThat(this.environment.run()).isEqualTo(this.environment.nanos + Duration.ofSeconds(10).toNanos());
		this.environment.pass(Duration.ofSeconds(10));
		assertThat(this.environment.run()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void aFloodOfInputsDoesNotKeepTimersFromFiring() {
		this.protocol.atStart(timer(FakeTimer.A, this.environment.nanos + 1));
		this.environment.group("default", this.protocol).start();
		for (int i = 0; i < 2_000; i++) {
			this.environment.post("default", "flood");
		}

		this.environment.nanos += 1;
		this.environment.run();

		assertThat(this.protocol.steps().indexOf("A")).isBetween(1, 1_000);
		assertThat(this.protocol.steps()).hasSize(2_001);
	}

}
