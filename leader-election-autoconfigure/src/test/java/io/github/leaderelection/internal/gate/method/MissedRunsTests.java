package io.github.leaderelection.internal.gate.method;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.gate.Rejection;
import io.github.leaderelection.internal.gate.skipped.MissedRun;
import io.github.leaderelection.internal.gate.skipped.MissedRuns;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import io.github.leaderelection.spring.ScheduledRunMissedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.Advised;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link MissedRuns}: what a node tells of scheduled runs that it skips, and
 * which it makes up.
 */
@ExtendWith(OutputCaptureExtension.class)
class MissedRunsTests {

	private static final String WARNING = "Jobs.nightly() was taken by nobody";

	/** A member that this node hears. */
	private static final LeaderInfo HEARD = FakeGate.LEADER;

	private static final LeaderInfo LOST = new LeaderInfo(NodeId.of("c"), null, 7, 7, true);

	private static final LeaderInfo NEXT = new LeaderInfo(NodeId.of("d"), null, 8, 8, true);

	private static final LeaderInfo SELF = new LeaderInfo(NodeId.of("a"), null, 8, 8, true);

	private final FakeGate gate = new FakeGate();

	private final Jobs target = new Jobs();

	private final Jobs jobs = this.gate.proxy(this.target);

	MissedRunsTests() {
		this.gate.open = false;
	}

	@ParameterizedTest
	@EnumSource(value = Reason.class, names = { "NO_LEADER", "DRAINING" })
	void runThatNobodyTookIsToldOf(Reason reason, CapturedOutput output) {
		nobodyLeads(reason);
		this.jobs.nightly();
		assertThat(this.gate.events).singleElement().isInstanceOfSatisfying(ScheduledRunMissedEvent.class, (event) -> {
			assertThat(event.group()).isEqualTo("default");
			assertThat(event.node()).isEqualTo(NodeId.of("a"));
			assertThat(event.method()).endsWith("Jobs.nightly()");
			assertThat(event.reason()).isEqualTo(reason);
		});
		assertThat(missed(MissedRun.valueOf(reason.name()))).isEqualTo(1);
		assertThat(output).contains(WARNING);
	}

	@Test
	void methodIsWarnedOfOnceUntilALeaderIsKnownAgain(CapturedOutput output) {
		nobodyLeads(Reason.NO_LEADER);
		this.jobs.nightly();
		this.jobs.nightly();
		assertThat(output).containsOnlyOnce(WARNING);
		assertThat(missed(MissedRun.NO_LEADER)).isEqualTo(2);
		assertThat(this.gate.events).hasSize(2);
		this.gate.leader(LOST);
		this.gate.leader(null);
		this.jobs.nightly();
		assertThat(output.toString().split(Pattern.quote(WARNING), -1)).hasSize(3);
	}

	@Test
	void runThatIsLeftToALeaderIsNotToldOf(CapturedOutput output) {
		follow(HEARD);
		this.jobs.nightly();
		this.gate.leader(HEARD);
		this.gate.leader(null);
		this.gate.leader(NEXT);
		assertThat(this.gate.events).isEmpty();
		assertThat(MissedRun.values()).allSatisfy((run) -> assertThat(missed(run)).isZero());
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void runShortlyBeforeALeaderIsLostIsCountedAsUnknown() {
		follow(LOST);
		this.jobs.nightly();
		this.gate.leader(null);
		this.gate.leader(NEXT);
		assertThat(missed(MissedRun.UNKNOWN)).isEqualTo(1);
		assertThat(this.gate.events).isEmpty();
	}

	@Test
	void runLongBeforeALeaderIsLostIsNotCounted() {
		this.gate.lease = Duration.ZERO;
		follow(LOST);
		this.jobs.nightly();
		this.gate.leader(null);
		assertThat(missed(MissedRun.UNKNOWN)).isZero();
	}

	@Test
	void nodeThatCannotKnowWhetherAnotherLeadsCountsTheRunAsUnknown(CapturedOutput output) {
		this.gate.whyNot = new Rejection(Reason.NO_LEADER, null);
		this.gate.status = Statuses.leaderlessFromTheStart("default");
		this.jobs.nightly();
		nobodyLeads(Reason.NOT_ENOUGH_MEMBERS);
		this.jobs.nightly();
		assertThat(missed(MissedRun.UNKNOWN)).isEqualTo(2);
		assertThat(this.gate.events).isEmpty();
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void otherCallsAreNotToldOf() {
		nobodyLeads(Reason.NO_LEADER);
		this.jobs.plain();
		assertThat(this.gate.events).isEmpty();
		assertThat(missed(MissedRun.NO_LEADER)).isZero();
	}

	@Test
	void nextLeaderMakesUpOneRunThatCameWhenNobodyLed() {
		nobodyLeads(Reason.NO_LEADER);
		this.jobs.madeUp();
		this.jobs.madeUp();
		this.gate.grant();
		awaitMadeUp(1);
		this.gate.leader(SELF);
		this.gate.grant();
		assertThat(this.target.madeUp).hasValue(1);
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.gate.outcomes("madeUp")).containsExactly("RAN", "SKIPPED"));
	}

	@Test
	void nextLeaderMakesUpARunShortlyBeforeTheLastOneWasLost() {
		follow(LOST);
		this.jobs.madeUp();
		this.gate.leader(null);
		this.gate.grant();
		awaitMadeUp(1);
	}

	@Test
	void nextLeaderMakesUpARunThatMayHaveFallenIntoADrain(CapturedOutput output) {
		follow(HEARD);
		this.jobs.madeUp();
		this.gate.grant();
		awaitMadeUp(1);
		assertThat(missed(MissedRun.UNKNOWN)).isZero();
		assertThat(output).contains("makes up a scheduled run");
	}

	@Test
	void runIsMadeUpThoughTheGrantCameBeforeItWasSkipped() {
		nobodyLeads(Reason.NO_LEADER);
		this.gate.whenAsked = () -> this.gate.open = true;
		this.jobs.madeUp();
		awaitMadeUp(1);
	}

	@Test
	void onlyTheNextLeaderMakesUp(CapturedOutput output) {
		nobodyLeads(Reason.NO_LEADER);
		this.jobs.madeUp();
		this.gate.leader(NEXT);
		this.gate.leader(null);
		assertNothingIsMadeUp(output);
	}

	@Test
	void runThatTheLastLeaderTookIsNotMadeUp(CapturedOutput output) {
		this.gate.lease = Duration.ZERO;
		this.gate.drain = Duration.ZERO;
		follow(HEARD);
		this.jobs.madeUp();
		this.gate.leader(null);
		assertNothingIsMadeUp(output);
	}

	@Test
	void nothingIsMadeUpUnlessWanted(CapturedOutput output) {
		nobodyLeads(Reason.NO_LEADER);
		this.jobs.nightly();
		assertNothingIsMadeUp(output);
		assertThat(this.target.nightly).hasValue(0);
	}

	@Test
	void nothingIsMadeUpAfterTheEndOfTheApplication() {
		nobodyLeads(Reason.NO_LEADER);
		this.jobs.madeUp();
		((LeaderOnlyAdvisor) ((Advised) this.jobs).getAdvisors()[0]).destroy();
		assertThat(this.gate.listeners).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(classes = { Unscheduled.class, Once.class, Reactive.class, FallingBack.class })
	void methodsThatCannotBeMadeUpAreRefused(Class<?> type) {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> new LeaderOnlyMethods(false).hasAny(type))
			.withMessageContaining(type.getName() + ".work() has catchUp = true");
	}

	private void nobodyLeads(Reason reason) {
		this.gate.whyNot = new Rejection(reason, null);
		this.gate.status = Statuses.leaderless("default", Duration.ofSeconds(1));
	}

	private void follow(LeaderInfo leader) {
		this.gate.whyNot = new Rejection(Reason.FOLLOWER, leader);
	}

	private long missed(MissedRun run) {
		return this.gate.statistics.count("default", run);
	}

	private void awaitMadeUp(int runs) {
		Awaitility.await().untilAsserted(() -> assertThat(this.target.madeUp).hasValue(runs));
	}

	/** It would be logged before it begins on its own thread. */
	private void assertNothingIsMadeUp(CapturedOutput output) {
		this.gate.grant();
		assertThat(output).doesNotContain("makes up a scheduled run");
	}

	static class Jobs {

		private final AtomicInteger nightly = new AtomicInteger();

		private final AtomicInteger madeUp = new AtomicInteger();

		@LeaderOnly
		@Scheduled(cron = "0 0 2 * * *")
		void nightly() {
			this.nightly.incrementAndGet();
		}

		@LeaderOnly(catchUp = true)
		@Scheduled(cron = "0 0 2 * * *")
		void madeUp() {
			this.madeUp.incrementAndGet();
		}

		@LeaderOnly
		void plain() {
		}

	}

	static class Unscheduled {

		@LeaderOnly(catchUp = true)
		void work() {
		}

	}

	static class Once {

		@LeaderOnly(catchUp = true, onFollower = LeaderOnly.OnFollower.SKIP)
		@Scheduled(initialDelay = 1000)
		void work() {
		}

	}

	static class Reactive {

		@LeaderOnly(catchUp = true)
		@Scheduled(fixedDelay = 1000)
		Mono<Void> work() {
			return Mono.empty();
		}

	}

	static class FallingBack {

		@LeaderOnly(catchUp = true, fallbackMethod = "instead")
		@Scheduled(fixedDelay = 1000)
		void work() {
		}

		void instead() {
		}

	}

}
