package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.runtime.FakeEnvironment;
import io.github.leaderelection.internal.runtime.FakeProtocol;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.work.OutlivingWorkReport;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import io.github.leaderelection.internal.runtime.work.WorkTable;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
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
		AtomicReference<GrantedLeadership> grant = new AtomicReference<>();
		AtomicInteger drained = new AtomicInteger();
		AtomicInteger inFlight = new AtomicInteger();
		List<String> wrong = new CopyOnWriteArrayList<>();
		GroupEvents events = new GroupEvents() {

			@Override
			public void grantEnded(long fencingToken) {
			}

			@Override
			public void workDrained(long fencingToken) {
				drained.incrementAndGet();
				if (inFlight.get() != 0) {
					wrong.add(inFlight + " works run though all have drained");
				}
			}

		};
		NodeClock clock = this.environment.clock;
		RunningWork running = new RunningWork(clock, new WorkTable(2),
				new OutlivingWorkReport(() -> FakeEnvironment.SELF, (outlived) -> {
				}));
		Runnable renew = () -> {
			grant.set(new GrantedLeadership("default", 1, 1, clock, new AtomicReference<>(), events, running));
			drained.set(0);
		};
		Runnable work = () -> {
			GrantedLeadership present = grant.get();
			Deque<LeaderWork> open = new ArrayDeque<>();
			for (int i = 0; i < 20; i++) {
				boolean closedBefore = present.isDraining();
				LeaderWork begun = present.beginWork("raced", i);
				if (begun != null) {
					inFlight.incrementAndGet();
					open.add(begun);
					if (closedBefore) {
						wrong.add("admitted after closing");
					}
				}
				// more than the slots of the table, so that its other place is used too
				if (open.size() > 3) {
					inFlight.decrementAndGet();
					open.remove().close();
				}
			}
			open.forEach((each) -> {
				inFlight.decrementAndGet();
				each.close();
			});
		};

		TightRace.run(30_000, renew, () -> grant.get().stopAdmitting(), work, () -> {
			assertThat(wrong).isEmpty();
			assertThat(drained).hasValue(1);
			assertThat(grant.get().beginWork("late", 1)).isNull();
			grant.get().stopAdmitting();
			assertThat(drained).hasValue(1);
		});
	}

	private static LeaderWork begin(GroupElector elector) {
		LeaderWork work = elector.beginWork();
		assertThat(work).isNotNull();
		return work;
	}

}
