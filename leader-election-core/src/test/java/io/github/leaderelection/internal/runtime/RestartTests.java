package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import io.github.leaderelection.internal.runtime.leadership.LeadershipHistory;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static io.github.leaderelection.internal.runtime.FakeEffects.send;
import static org.assertj.core.api.Assertions.assertThat;

class RestartTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final RecordingListener listener = new RecordingListener();

	private long token;

	private void script() {
		this.protocol.on("win", (input) -> List.of(grant(++this.token, this.environment.lease(Duration.ofSeconds(1)))))
			.on("follow", (input) -> List
				.of(new Effect.FollowLeader<>(FakeEnvironment.OTHER, ++this.token, this.token, false)));
		this.environment.group("default", this.protocol);
	}

	@Test
	void aLoopMayBeStoppedAndAnotherStartedWithTheSameElectorManyTimes() {
		script();
		GroupElector elector = this.environment.elector();
		elector.addListener(this.listener);
		for (int i = 1; i <= 100; i++) {
			this.environment.start();
			this.environment.receive("win");
			assertThat(elector.isLeader()).isTrue();
			assertThat(elector.status().problems()).isEmpty();

			this.environment.loop().stop();
			this.environment.run();

			assertThat(this.environment.loop().isStopped()).isTrue();
			assertThat(elector.isLeader()).isFalse();
			assertThat(elector.status().problems()).singleElement().asString().startsWith("not started");
			assertThat(elector.status().term()).isEqualTo(i);
			assertThat(this.listener.heard).hasSize(4 * i)
				.endsWith("granted " + i, "leader a", "revoked " + i + " STOPPED", "leader none");
			this.environment.pass(Duration.ofMillis(1));
		}
		assertThat(elector.status().history()).hasSize(LeadershipHistory.LIMIT)
			.allSatisfy((reign) -> assertThat(reign.until()).isNotNull());
	}

	@Test
	void aStartThatWasAbandonedWithoutAStopIsEndedByTheNext() {
		script();
		GroupElector elector = this.environment.elector();
		elector.addListener(this.listener);
		this.environment.start();
		this.environment.receive("win");

		this.environment.start();

		assertThat(elector.isLeader()).isFalse();
		assertThat(this.listener.heard).containsExactly("granted 1", "leader a", "revoked 1 STOPPED", "leader none");
	}

	@Test
	void aNodeThatStopsForgetsItsLeaderAndSaysSo() {
		script();
		this.environment.elector().addListener(this.listener);
		this.environment.start();
		this.environment.receive("follow");

		this.environment.loop().stop();
		this.environment.run();

		assertThat(this.listener.heard).containsExactly("leader b", "leader none");
		assertThat(this.environment.elector().leader()).isEmpty();
		assertThat(this.environment.elector().status().leaderlessFor()).isZero();
	}

	@Test
	void nothingIsSteppedAfterTheStop() {
		script();
		this.environment.start();
		this.environment.loop().stop();
		this.environment.run();
		int steps = this.protocol.inputs.size();

		this.environment.receive("win");

		assertThat(this.protocol.inputs).hasSize(steps);
		assertThat(this.environment.elector().isLeader()).isFalse();
	}

	@Test
	void theHistoryNamesEveryReignAndHowItsOwnEnded() {
		script();
		this.environment.start();
		this.environment.receive("win");
		this.environment.pass(Duration.ofSeconds(1));
		this.environment.fireWatchdog();
		this.environment.receive("follow");

		assertThat(this.environment.elector().status().history())
			.extracting(LeadershipPeriod::leader, LeadershipPeriod::term, LeadershipPeriod::reason)
			.hasToString("[(a, 1L, LEASE_EXPIRED), (b, 2L, null)]");
		ElectionStatus status = this.environment.elector().status();
		assertThat(status.leader()).hasToString("LeaderInfo[id=b, url=http://b, term=2, fencingToken=2, direct=false]");
		assertThat(status.leaderlessFor()).isNull();
	}

	@Test
	void theHistoryNamesTheLeaderOfTheSameStatusThoughTheChangeIsNotYetTold() {
		script();
		this.protocol.on("adopt", save(9), new Effect.FollowLeader<>(FakeEnvironment.OTHER, 9, 9, true));
		this.environment.start();

		this.environment.receive("adopt");

		ElectionStatus status = this.environment.elector().status();
		assertThat(status.leader()).isNotNull();
		assertThat(status.history()).singleElement()
			.satisfies((reign) -> assertThat(reign.leader()).isEqualTo(FakeEnvironment.OTHER))
			.satisfies((reign) -> assertThat(reign.until()).isNull());
	}

	@Test
	void theTimeWithoutALeaderIsCounted() {
		script();
		this.environment.start();
		this.environment.pass(Duration.ofSeconds(3));

		assertThat(this.environment.elector().status().leaderlessFor()).isEqualTo(Duration.ofSeconds(3));
		this.environment.receive("follow");
		assertThat(this.environment.elector().status().leaderlessFor()).isNull();
	}

	@Test
	void noticesAreCounted() {
		script();
		this.protocol.on("notice", new Effect.Report<>(Notice.STALLED, "again"), send("x"));
		this.environment.start();

		this.environment.receive("notice");
		this.environment.receive("notice");

		assertThat(this.environment.elector().count(Notice.STALLED)).isEqualTo(2);
		assertThat(this.environment.elector().count(Notice.CONFLICT)).isZero();
	}

	@Test
	void aRepeatedTextPassesOnceInTenSeconds() {
		RepeatFilter filter = new RepeatFilter(this.environment.clock);

		assertThat(filter.passes("x")).isTrue();
		assertThat(filter.passes("x")).isFalse();
		assertThat(filter.passes("y")).isTrue();
		this.environment.pass(Duration.ofSeconds(10));
		assertThat(filter.passes("x")).isTrue();
	}

}
