package io.github.leaderelection.simulator.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node sees of leadership that moves again and again by a store, where nobody
 * hears another.
 */
class LeaseFlappingTests {

	private static final int ENDS = 3;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leadersThatCrashFlap(boolean tells) {
		Flapping seen = seen(tells, StoreStage::crash);
		assertThat(seen.changes()).isEqualTo(ENDS);
		assertThat(seen.ongoing()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leadersThatLoseTheStoreFlap(boolean tells) {
		Flapping seen = seen(tells, (stage, leader) -> leader.requests((request) -> RequestFault.LOST));
		assertThat(seen.changes()).isEqualTo(ENDS);
		assertThat(seen.ongoing()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leadersThatStopDoNotFlap(boolean tells) {
		assertThat(seen(tells, (stage, leader) -> leader.stop()).changes()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leadersThatArePausedDoNotFlap(boolean tells) {
		assertThat(seen(tells, (stage, leader) -> leader.in(() -> leader.elector().eligibility().pause())).changes())
			.isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aHolderThatStopsRenewingIsShownAsSilentAtOnce(boolean tells) {
		assertThat(silence(tells, StoreStage::crash)).hasValueSatisfying(LeaseFlappingTests::isALease);
		assertThat(silence(tells, (stage, leader) -> leader.requests((request) -> RequestFault.LOST)))
			.hasValueSatisfying(LeaseFlappingTests::isALease);
		assertThat(silence(tells, (stage, leader) -> leader.stop())).isEmpty();
		assertThat(silence(tells, (stage, leader) -> leader.in(() -> leader.elector().eligibility().pause())))
			.isEmpty();
	}

	private static void isALease(Duration silence) {
		assertThat(silence).isBetween(Duration.ofNanos(StoreStage.LEASE * 6 / 10),
				Duration.ofNanos(StoreStage.LEASE * 3 / 2));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void theHolderWasHeardWhenItsRecordChanged(boolean tells) {
		StoreStage stage = new StoreStage(7, tells);
		LeaseProcess leader = stage.lead("n0");
		LeaseProcess witness = stage.start("witness");
		stage.pass(3 * StoreStage.LEASE);
		assertThat(witness.elector().status().members()).singleElement()
			.satisfies((holder) -> assertThat(holder.lastHeard()).isBetween(Duration.ZERO,
					Duration.ofNanos(StoreStage.LEASE / 2)));
		stage.crash(leader);
		stage.pass(StoreStage.LEASE / 2);
		assertThat(witness.elector().status().members()).singleElement()
			.satisfies((holder) -> assertThat(holder.lastHeard())
				.isGreaterThanOrEqualTo(Duration.ofNanos(StoreStage.LEASE / 2)));
	}

	/** For how long the first leader was silent in the first status with its end. */
	private static Optional<Duration> silence(boolean tells, BiConsumer<StoreStage, LeaseProcess> end) {
		StoreStage stage = new StoreStage(7, tells);
		LeaseProcess leader = stage.lead("n0");
		LeaseProcess witness = stage.start("witness");
		stage.pass(3 * StoreStage.LEASE);
		end.accept(stage, leader);
		for (long passed = 0; first(witness).until() == null; passed += StoreStage.SECOND / 100) {
			assertThat(passed).isLessThan(3 * StoreStage.LEASE);
			stage.pass(StoreStage.SECOND / 100);
		}
		Duration silence = first(witness).silence();
		stage.pass(3 * StoreStage.LEASE);
		assertThat(first(witness).silence()).isEqualTo(silence);
		return Optional.ofNullable(silence);
	}

	private static LeadershipPeriod first(LeaseProcess witness) {
		return witness.elector().status().history().get(0);
	}

	/** Three leaders end, and a witness that never may lead looks on. */
	private static Flapping seen(boolean tells, BiConsumer<StoreStage, LeaseProcess> end) {
		StoreStage stage = new StoreStage(7, tells);
		LeaseProcess leader = stage.lead("n0");
		LeaseProcess witness = stage.start("witness");
		witness.in(() -> witness.elector().eligibility().pause());
		for (int i = 1; i <= ENDS; i++) {
			LeaseProcess next = stage.start("n" + i);
			stage.pass(3 * StoreStage.LEASE);
			assertThat(leader.leads()).isTrue();
			end.accept(stage, leader);
			stage.until(next::leads, 3 * StoreStage.LEASE, "the next one leads");
			stage.pass(3 * StoreStage.SECOND);
			leader = next;
			assertThat(ElectorInternals.of(next.elector()).count(Notice.ELECTION_WON)).isEqualTo(1);
		}
		return ElectorInternals.of(witness.elector()).flapping().orElseThrow();
	}

}
