package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.renew;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class GrantTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final RecordingListener listener = new RecordingListener();

	private GroupElector lead() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND))))
			.on("renew", (input) -> List.of(renew(5, this.environment.lease(SECOND))))
			.on("lose", revoke(5));
		this.environment.group("default", this.protocol).start();
		this.environment.elector().addListener(this.listener);
		this.environment.receive("win");
		assertThat(this.environment.elector().isLeader()).isTrue();
		return this.environment.elector();
	}

	@Test
	void isLeaderIsFalseAtTheFirstCallAfterTheLeaseEndThoughNoEventWasHandled() {
		GroupElector elector = lead();

		this.environment.pass(SECOND.minusNanos(1));
		assertThat(elector.isLeader()).isTrue();
		this.environment.nanos += 1;

		assertThat(elector.isLeader()).isFalse();
		assertThat(elector.leadership()).isEmpty();
		assertThat(elector.leader()).isEmpty();
		assertThat(elector.beginWork()).isNull();
		ElectionStatus status = elector.status();
		assertThat(status.leading()).isFalse();
		assertThat(status.role()).isEqualTo(Role.FOLLOWER);
		assertThat(status.fencingToken()).isNull();
		assertThat(status.leaseRemaining()).isNull();
		assertThat(status.leader()).isNull();
		assertThat(status.leaderlessFor()).isNotNull();
		assertThat(status.history().get(0).until()).isNotNull();
	}

	@Test
	void aWallClockThatJumpsAheadClosesTheGateAndItStaysClosedWhenItIsSetBack() {
		GroupElector elector = lead();

		this.environment.wallMillis += 51;
		assertThat(elector.isLeader()).isFalse();
		this.environment.wallMillis -= 51;
		assertThat(elector.isLeader()).isFalse();

		this.environment.receive("renew");
		assertThat(elector.isLeader()).isFalse();
		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 STALLED", "leader none");
		assertThat(this.protocol.steps()).containsExactly("win", "renew", "GrantEnded");
	}

	@Test
	void aGrantThatFailsHalfWayIsOverAndTheProtocolHearsSo() {
		this.environment.urls = (member) -> {
			throw new IllegalStateException("no registry");
		};
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND))));
		this.environment.group("default", this.protocol).start();

		this.environment.receive("win");

		assertThat(this.environment.elector().isLeader()).isFalse();
		assertThat(this.protocol.steps()).containsExactly("win", "GrantEnded");
	}

	@Test
	void theProtocolHearsOfAnEndThatCouldNotBeTold() {
		GroupElector elector = lead();
		this.environment.listeners = (task) -> {
			throw new InternalError("broken machine");
		};

		this.environment.pass(SECOND);
		assertThatExceptionOfType(InternalError.class).isThrownBy(this.environment::fireWatchdog);
		this.environment.run();

		assertThat(elector.isLeader()).isFalse();
		assertThat(this.protocol.steps()).containsExactly("win", "GrantEnded");
	}

	@Test
	void aRenewalExtendsTheLeaseAndRaisesTheTermButNeverTheToken() {
		this.protocol.on("raise",
				(input) -> List.of(new Effect.Renew<>(5, 9, this.environment.lease(Duration.ofSeconds(2)))));
		GroupElector elector = lead();
		Leadership leadership = elector.leadership().orElseThrow();

		this.environment.receive("raise");
		this.environment.pass(SECOND);

		assertThat(leadership.isValid()).isTrue();
		assertThat(leadership.term()).isEqualTo(9);
		assertThat(leadership.fencingToken()).isEqualTo(5);
		assertThat(leadership.remaining()).isEqualTo(SECOND);
		assertThat(elector.status().term()).isEqualTo(9);
		assertThat(elector.status().leaseRemaining()).isEqualTo(SECOND);
		assertThat(elector.leader()).hasValueSatisfying((leader) -> assertThat(leader.term()).isEqualTo(9));
	}

	@Test
	void aRenewalNeverShortensALease() {
		this.protocol.on("shorter", (input) -> List.of(renew(5, this.environment.lease(Duration.ofMillis(10)))));
		GroupElector elector = lead();

		this.environment.receive("shorter");
		this.environment.pass(Duration.ofMillis(500));

		assertThat(elector.isLeader()).isTrue();
	}

	@Test
	void anEndedLeaseIsNeverRenewed() {
		GroupElector elector = lead();

		this.environment.pass(SECOND);
		this.environment.receive("renew");

		assertThat(elector.isLeader()).isFalse();
		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 LEASE_EXPIRED",
				"leader none");
		assertThat(this.protocol.steps()).containsExactly("win", "renew", "GrantEnded");
	}

	@Test
	void aRenewalOfAnotherGrantChangesNothing() {
		this.protocol.on("foreign",
				(input) -> List.of(renew(4, this.environment.lease(Duration.ofSeconds(9))), revoke(4)));
		GroupElector elector = lead();

		this.environment.receive("foreign");
		assertThat(elector.isLeader()).isTrue();
		this.environment.pass(SECOND);

		assertThat(elector.isLeader()).isFalse();
	}

	@Test
	void theWatchdogEndsAGrantThoughTheLoopHangs() {
		GroupElector elector = lead();

		this.environment.pass(SECOND);
		this.environment.fireWatchdog();

		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 LEASE_EXPIRED",
				"leader none");
		assertThat(elector.status().history()).singleElement()
			.satisfies((reign) -> assertThat(reign.reason()).isNotNull());
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("win", "GrantEnded");
		this.environment.receive("lose");
		assertThat(this.listener.heard).hasSize(4);
	}

	@Test
	void theWatchdogLooksAgainAtTheEndOfARenewedLease() {
		GroupElector elector = lead();
		this.environment.pass(Duration.ofMillis(900));
		this.environment.receive("renew");

		this.environment.pass(Duration.ofMillis(100));
		this.environment.fireWatchdog();
		assertThat(elector.isLeader()).isTrue();
		assertThat(this.environment.watched).hasSize(1);

		this.environment.pass(Duration.ofMillis(900));
		this.environment.fireWatchdog();
		assertThat(this.listener.heard).contains("revoked 5 LEASE_EXPIRED");
		assertThat(this.environment.watched).isEmpty();
	}

	@Test
	void theWatchdogOfAnEarlierGrantLeavesALaterOneAlone() {
		this.protocol.on("again", (input) -> List.of(grant(6, this.environment.lease(SECOND))));
		GroupElector elector = lead();
		this.environment.receive("lose");
		this.environment.pass(Duration.ofMillis(500));
		this.environment.receive("again");

		this.environment.pass(Duration.ofMillis(500));
		this.environment.fireWatchdog();

		assertThat(elector.isLeader()).isTrue();
		assertThat(elector.leadership().orElseThrow().fencingToken()).isEqualTo(6);
	}

	@Test
	void aWinThatWaitedForItsSaveUntilItsLeaseEndedIsNotGranted() {
		Lease lease = this.environment.lease(SECOND);
		this.protocol.on("win", save(5), grant(5, lease));
		this.environment.group("default", this.protocol).start();
		this.environment.elector().addListener(this.listener);
		this.environment.receive("win");

		this.environment.pass(SECOND);
		this.environment.save();

		assertThat(this.environment.elector().isLeader()).isFalse();
		assertThat(this.listener.heard).isEmpty();
		assertThat(this.protocol.steps()).containsExactly("win", "BallotSaved", "GrantEnded");
	}

	@Test
	void aGrantThatReplacesAnotherEndsIt() {
		this.protocol.on("again", (input) -> List.of(grant(6, this.environment.lease(SECOND))));
		lead();

		this.environment.receive("again");

		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 SUPERSEDED", "leader none",
				"granted 6", "leader a");
	}

	@Test
	void aLeadershipThatEndedStaysInvalidUnderALaterGrant() {
		this.protocol.on("again", (input) -> List.of(grant(6, this.environment.lease(SECOND))));
		GroupElector elector = lead();
		Leadership first = elector.leadership().orElseThrow();

		this.environment.receive("lose");
		this.environment.receive("again");

		assertThat(first.isValid()).isFalse();
		assertThat(first.remaining()).isZero();
		assertThat(elector.leadership().orElseThrow().nextSequence()).isEqualTo(new LeaderSequenceNumber(6, 1));
		assertThat(elector.leadership().orElseThrow().nextSequence()).isEqualTo(new LeaderSequenceNumber(6, 2));
	}

}
