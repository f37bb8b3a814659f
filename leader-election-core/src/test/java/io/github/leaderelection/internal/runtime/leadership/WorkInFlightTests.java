package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.FakeEnvironment;
import io.github.leaderelection.internal.runtime.FakeProtocol;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.work.AdmittedWork;
import io.github.leaderelection.internal.runtime.work.OutlivingWork;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import io.github.leaderelection.internal.runtime.work.WorkTable;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What is known of work that runs, and of work that outlives its grant.
 */
class WorkInFlightTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final int ROUNDS = 20_000;

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final List<OutlivedLeadership> told = new ArrayList<>();

	private final List<WorkInFlight> seen = new ArrayList<>();

	private volatile long token = 5;

	private GroupElector lead() {
		this.protocol.on("win", (input) -> List.of(grant(this.token, this.environment.lease(SECOND))))
			.on("drain", (input) -> List.of(new Effect.StopAdmitting<>(this.token)))
			.on("lose", (input) -> List.of(revoke(this.token)));
		this.environment.options = new ElectorOptions(FlappingSettings.DEFAULTS, false, this.told::add,
				(group) -> List.of());
		this.environment.group("default", this.protocol).start();
		this.environment.receive("win");
		return this.environment.elector();
	}

	@Test
	void whereNothingRunsNothingIsShown() {
		this.environment.group("default", this.protocol).start();

		assertThat(this.environment.elector().workInFlight()).isEqualTo(WorkInFlight.NONE);
	}

	@Test
	void workIsShownByItsNameWithItsAgeTheOldestFirstUntilItEnds() {
		GroupElector elector = lead();
		LeaderWork first = begin(elector, "first");
		this.environment.pass(Duration.ofMillis(300));
		LeaderWork second = begin(elector, "second");
		this.environment.pass(Duration.ofMillis(200));

		assertThat(elector.workInFlight()).isEqualTo(new WorkInFlight(2, Duration.ofMillis(500), 0, 0,
				List.of(new Piece("first", 5, Duration.ofMillis(500), false),
						new Piece("second", 5, Duration.ofMillis(200), false))));
		first.close();
		first.close();
		assertThat(elector.workInFlight()).isEqualTo(new WorkInFlight(1, Duration.ofMillis(200), 0, 0,
				List.of(new Piece("second", 5, Duration.ofMillis(200), false))));
		second.close();
		assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
	}

	@Test
	void callMadeInCodeIsNamedByItsClass() {
		GroupElector elector = lead();
		AtomicReference<WorkInFlight> seen = new AtomicReference<>();

		elector.runIfLeader(() -> seen.set(elector.workInFlight()));

		assertThat(seen.get().longest()).singleElement()
			.satisfies((piece) -> assertThat(piece.name()).startsWith(WorkInFlightTests.class.getName()));
	}

	@Test
	void workWithoutANameIsShownAsSuch() {
		GroupElector elector = lead();
		elector.beginWork();

		assertThat(elector.workInFlight().longest()).extracting(Piece::name).containsExactly("unnamed work");
	}

	@Test
	void workThatOutlivesItsGrantIsToldOfOnceAndShownUntilItEnds() {
		GroupElector elector = lead();
		LeaderWork slow = begin(elector, "slow");
		this.environment.pass(Duration.ofMillis(1));
		LeaderWork slower = begin(elector, "slower");
		begin(elector, "quick").close();

		this.environment.pass(SECOND);
		this.environment.fireWatchdog();
		this.environment.receive("lose");

		assertThat(this.told).containsExactly(
				new OutlivedLeadership("default", 5, RevocationReason.LEASE_EXPIRED, List.of("slow", "slower")));
		assertThat(elector.workInFlight()).isEqualTo(new WorkInFlight(2, Duration.ofMillis(1001), 2, 2,
				List.of(new Piece("slow", 5, Duration.ofMillis(1001), true), new Piece("slower", 5, SECOND, true))));
		slow.close();
		assertThat(elector.workInFlight().outliving()).isEqualTo(1);
		slower.close();
		assertThat(elector.workInFlight()).isEqualTo(new WorkInFlight(0, null, 0, 2, List.of()));
	}

	@Test
	void workOfALaterGrantDoesNotOutliveTheEarlierOne() {
		GroupElector elector = lead();
		LeaderWork slow = begin(elector, "slow");
		this.environment.receive("lose");
		this.token = 6;
		this.environment.receive("win");
		LeaderWork next = begin(elector, "next");

		assertThat(elector.workInFlight().longest()).extracting(Piece::name, Piece::fencingToken, Piece::outliving)
			.containsExactlyInAnyOrder(tuple("slow", 5L, true), tuple("next", 6L, false));
		next.close();
		this.environment.receive("lose");
		slow.close();
		assertThat(this.told).hasSize(1);
		assertThat(elector.workInFlight().outlived()).isEqualTo(1);
	}

	@Test
	void electionThatCannotGoOnLeavesItsWorkToldOf() {
		GroupElector elector = lead();
		begin(elector, "work");
		this.environment.loop().fail(new IllegalStateException("broken"));

		assertThat(elector.isLeader()).isFalse();
		assertThat(this.told)
			.containsExactly(new OutlivedLeadership("default", 5, RevocationReason.STOPPED, List.of("work")));
	}

	@Test
	void workThatEndedInTimeDoesNotOutliveItsGrant() {
		GroupElector elector = lead();
		LeaderWork work = begin(elector, "work");
		this.environment.receive("drain");
		work.close();
		this.environment.receive("lose");

		assertThat(this.told).isEmpty();
		assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
	}

	@Test
	void whoIsToldMayFailAndTheGrantIsOverAllTheSame() {
		this.environment.options = new ElectorOptions(FlappingSettings.DEFAULTS, false, (grant) -> {
			throw new IllegalStateException("no");
		}, (group) -> List.of());
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND)))).on("lose", revoke(5));
		this.environment.group("default", this.protocol).start();
		this.environment.receive("win");
		GroupElector elector = this.environment.elector();
		begin(elector, "work");
		this.environment.receive("lose");

		assertThat(elector.isLeader()).isFalse();
		assertThat(elector.workInFlight().outliving()).isEqualTo(1);
		assertThat(this.environment.elector().status().failed()).isFalse();
	}

	@Test
	void anyNumberOfWorksIsCountedThoughTheyBeganAtOneInstant() {
		GroupElector elector = lead();
		List<LeaderWork> works = new ArrayList<>();
		for (int i = 0; i < 3 * WorkTable.SLOTS; i++) {
			works.add(begin(elector, "work " + i));
		}

		WorkInFlight crowded = elector.workInFlight();
		assertThat(crowded.count()).isEqualTo(3 * WorkTable.SLOTS);
		assertThat(crowded.longest()).hasSize(WorkInFlight.SHOWN);
		this.environment.receive("lose");
		assertThat(elector.workInFlight().outliving()).isEqualTo(3 * WorkTable.SLOTS);
		works.forEach(LeaderWork::close);
		assertThat(elector.workInFlight().count()).isZero();
		assertThat(elector.workInFlight().outlived()).isEqualTo(3 * WorkTable.SLOTS);
	}

	@Test
	void workThatRacesWithTheEndOfItsGrantIsRefusedOrToldOf() throws Exception {
		GroupElector elector = lead();
		LeadershipPublisher publisher = elector.outlets().grants();
		AtomicReference<LeaderWork> admitted = new AtomicReference<>();
		AtomicBoolean late = new AtomicBoolean();
		Runnable win = () -> {
			this.told.clear();
			admitted.set(null);
			if (this.token > 5) {
				this.environment.receive("win");
			}
		};
		Runnable end = () -> publisher.end(this.token, RevocationReason.SUPERSEDED);
		Runnable work = () -> {
			boolean over = publisher.current().get() == null;
			LeaderWork begun = elector.beginWork("raced");
			admitted.set(begun);
			late.compareAndSet(false, over && begun != null);
		};

		TightRace.run(ROUNDS, win, end, work, () -> {
			LeaderWork begun = admitted.get();
			assertThat(late).isFalse();
			// of one that was refused at the last moment may be told, too: it ended at
			// once
			assertThat(this.told).hasSizeBetween((begun != null) ? 1 : 0, 1);
			assertThat(elector.workInFlight().outliving()).isEqualTo((begun != null) ? 1 : 0);
			if (begun != null) {
				begun.close();
			}
			assertThat(elector.workInFlight().count()).isZero();
			this.token++;
		});
	}

	@Test
	void workThatEntersAsItsGrantEndsIsRefusedThoughTheEndFoundItFirst() {
		List<String> order = new ArrayList<>();
		OutlivingWork outliving = new OutlivingWork() {

			@Override
			public void runsOn(List<AdmittedWork> works, RevocationReason reason, long nowNanos) {
				order.add("runs on");
			}

			@Override
			public void ended(AdmittedWork work, long nowNanos) {
				order.add("ended");
			}

		};
		AtomicReference<Runnable> entered = new AtomicReference<>(() -> {
		});
		WorkTable table = new WorkTable(2) {

			@Override
			public void add(AdmittedWork work) {
				super.add(work);
				entered.get().run();
			}

		};
		RunningWork running = new RunningWork(this.environment.clock, table, outliving);
		AtomicReference<PublishedLeadership> current = new AtomicReference<>();
		GrantedLeadership leadership = new GrantedLeadership("default", 1, 1, this.environment.clock, current,
				new NoEvents(), running);
		entered.set(() -> {
			leadership.end(1);
			running.outlive(leadership, RevocationReason.LEASE_EXPIRED, 1);
			order.add("known to be over");
		});

		assertThat(leadership.beginWork("late", 1)).isNull();
		assertThat(order).containsExactly("runs on", "known to be over", "ended");
		assertThat(running.picture().count()).isZero();
		assertThat(running.picture().outliving()).isZero();
	}

	@Test
	void noneIsLostFromTheCountThoughThreadsBeginAndEndAtOnce() throws Exception {
		GroupElector elector = lead();
		List<LeaderWork> left = new ArrayList<>();
		List<LeaderWork> right = new ArrayList<>();
		Runnable prepare = () -> {
			left.add(begin(elector, "left"));
			left.add(begin(elector, "left"));
		};
		Runnable endAndBegin = () -> {
			left.forEach(LeaderWork::close);
			left.clear();
			left.add(begin(elector, "left"));
		};
		Runnable begin = () -> {
			right.add(begin(elector, "right"));
			right.add(begin(elector, "right"));
		};

		TightRace.run(ROUNDS, prepare, endAndBegin, begin, () -> {
			assertThat(elector.workInFlight().longest()).extracting(Piece::name)
				.containsExactlyInAnyOrder("left", "right", "right");
			left.forEach(LeaderWork::close);
			right.forEach(LeaderWork::close);
			left.clear();
			right.clear();
			assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
		});
	}

	@Test
	void workThatRunsThroughoutIsSeenAtEveryLook() throws Exception {
		GroupElector elector = lead();
		LeaderWork constant = begin(elector, "constant");

		TightRace.run(ROUNDS, () -> {
		}, () -> begin(elector, "passing").close(), () -> this.seen.add(elector.workInFlight()),
				() -> assertThat(this.seen.remove(0).longest()).extracting(Piece::name).contains("constant"));
		constant.close();
		assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
	}

	private static LeaderWork begin(GroupElector elector, String name) {
		LeaderWork work = elector.beginWork(name);
		assertThat(work).isNotNull();
		return work;
	}

	/**
	 * Nobody waits for the end of the work.
	 */
	private static final class NoEvents implements GroupEvents {

		@Override
		public void grantEnded(long fencingToken) {
		}

		@Override
		public void workDrained(long fencingToken) {
		}

	}

}
