package io.github.leaderelection.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.protocol.Effect;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.runtime.FakeEffects.grant;
import static org.assertj.core.api.Assertions.assertThat;

class WorkTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private GroupElector lead() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(Duration.ofSeconds(1)))))
			.on("drain", new Effect.StopAdmitting<>(5));
		this.environment.group("default", this.protocol).start();
		this.environment.receive("win");
		return this.environment.elector();
	}

	@Test
	void workIsAdmittedOnlyByALeader() {
		this.environment.group("default", this.protocol).start();

		assertThat(this.environment.elector().beginWork()).isNull();
	}

	@Test
	void drainingAdmitsNothingWhileTheLeaderStillLeadsAndEndsWithTheLastWork() {
		GroupElector elector = lead();
		LeaderWork first = begin(elector);
		LeaderWork second = begin(elector);

		this.environment.receive("drain");
		assertThat(elector.beginWork()).isNull();
		assertThat(elector.isLeader()).isTrue();
		assertThat(elector.status().draining()).isTrue();
		assertThat(first.leadership().isDraining()).isTrue();

		first.close();
		first.close();
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("win", "drain");

		second.close();
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("win", "drain", "WorkDrained");
	}

	@Test
	void withoutWorkDrainingEndsAtOnceAndOnce() {
		lead();

		this.environment.receive("drain");
		this.environment.receive("drain");

		assertThat(this.protocol.steps()).containsExactly("win", "drain", "WorkDrained", "drain");
	}

	@Test
	void workMayOutliveItsLease() {
		GroupElector elector = lead();
		LeaderWork work = begin(elector);
		this.environment.pass(Duration.ofSeconds(1));
		this.environment.fireWatchdog();

		this.environment.receive("drain");
		work.close();
		this.environment.run();

		assertThat(this.protocol.steps()).containsExactly("win", "GrantEnded", "drain", "WorkDrained");
	}

	@Test
	void nothingIsAdmittedAfterClosingAndTheEndIsSeenOnceHoweverThreadsRace() throws Exception {
		AtomicReference<WorkCounter> counter = new AtomicReference<>(new WorkCounter());
		AtomicInteger drained = new AtomicInteger();
		Runnable renew = () -> {
			counter.set(new WorkCounter());
			drained.set(0);
		};
		Runnable close = () -> {
			if (counter.get().close()) {
				drained.incrementAndGet();
			}
		};
		Runnable work = () -> {
			WorkCounter present = counter.get();
			for (int i = 0; i < 20; i++) {
				boolean closedBefore = present.isClosed();
				if (present.tryBegin()) {
					if (closedBefore || present.end()) {
						drained.incrementAndGet();
					}
				}
			}
		};

		TightRace.run(30_000, renew, close, work, () -> {
			assertThat(drained.get()).isEqualTo(1);
			assertThat(counter.get().tryBegin()).isFalse();
			assertThat(counter.get().close()).isFalse();
		});
	}

	private static LeaderWork begin(GroupElector elector) {
		LeaderWork work = elector.beginWork();
		assertThat(work).isNotNull();
		return work;
	}

}
