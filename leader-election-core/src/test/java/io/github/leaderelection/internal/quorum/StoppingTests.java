package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LOST_WAIT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.START_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stopping, and the mark 'no promise outstanding' (rules 6 and 15).
 */
class StoppingTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private ProtocolFixture stop() {
		return this.node.feed(new Event.Stopping<>());
	}

	private boolean stopped() {
		return !this.node.effects(Effect.Stopped.class).isEmpty();
	}

	@Test
	void markIsWrittenWhenNoPromiseLives() {
		this.node.startClean(4).follow(B, 5, LEASE).advance(LEASE);
		stop();
		assertThat(this.node.lastSave().noPromiseOutstanding()).isTrue();
		assertThat(stopped()).isTrue();
	}

	@Test
	void markIsNotWrittenWhileAVoteIsAPromise() {
		this.node.startClean(4).propose(B, 5).advance(LEASE - MILLI);
		stop();
		assertThat(this.node.lastSave().noPromiseOutstanding()).isFalse();
		assertThat(stopped()).as("a stop never waits for it").isTrue();
	}

	@Test
	void markIsNotWrittenDuringTheStartWaitEvenIfAPromiseWasCeded() {
		this.node.startCrashed(4).heartbeat(B, 5, 1).cede(B, 5);
		stop();
		assertThat(this.node.lastSave().noPromiseOutstanding()).isFalse();
	}

	@Test
	void markIsWrittenAfterTheStartWait() {
		this.node.startCrashed(4).advance(START_WAIT + MILLI);
		stop();
		assertThat(this.node.lastSave().noPromiseOutstanding()).isTrue();
	}

	@Test
	void markIsNotWrittenByANodeThatIsNoVoter() {
		this.node.start(null).connectAll().advance(2 * LOST_WAIT);
		stop();
		assertThat(this.node.lastSave().noPromiseOutstanding()).isFalse();
		assertThat(stopped()).isTrue();
	}

	@Test
	void stoppedComesAfterTheSaveOfTheMark() {
		this.node.startClean(4).answerSavesByHand();
		stop();
		assertThat(stopped()).isFalse();
		this.node.completeSave();
		assertThat(stopped()).isTrue();
	}

	@Test
	void markThatCouldNotBeWrittenDoesNotHoldUpTheStop() {
		this.node.startClean(4).answerSavesByHand();
		stop();
		this.node.failSave();
		assertThat(stopped()).isTrue();
		assertThat(this.node.lastSave().noPromiseOutstanding()).isFalse();
	}

	@Test
	void leaderDrainsRevokesCedesAndThenStops() {
		this.node.startClean(4).elect().lead(LEASE, B, C).forgetEffects();
		stop();
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
		assertThat(stopped()).isFalse();
		assertThat(this.node.isLeading()).isTrue();
		this.node.feed(new Event.WorkDrained<>(5));
		assertThat(this.node.revocations()).containsExactly(RevocationReason.STOPPED);
		assertThat(this.node.sent(LeadershipCession.class)).hasSize(2);
		assertThat(stopped()).isTrue();
		assertThat(this.node.lastSave().noPromiseOutstanding()).as("its own lease is over").isTrue();
	}

	@Test
	void drainOfAStopIsBounded() {
		this.node.startClean(4).elect().lead(LEASE, B, C);
		stop().lead(499 * MILLI, B, C);
		assertThat(stopped()).isFalse();
		this.node.advance(2 * MILLI);
		assertThat(stopped()).isTrue();
	}

	@Test
	void stopDuringAResignationEndsWithIt() {
		this.node.startClean(4).elect().lead(LEASE, B, C);
		this.node.feed(new Event.ResignRequested<>(3));
		stop();
		this.node.feed(new Event.WorkDrained<>(5));
		assertThat(stopped()).isTrue();
		assertThat(this.node.answers()).containsExactly((String) null);
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
	}

	@Test
	void requestDuringAStopDoesNotChangeItsReason() {
		this.node.startClean(4).elect().lead(LEASE, B, C);
		stop();
		this.node.feed(new Event.ResignRequested<>(3)).feed(new Event.WorkDrained<>(5));
		assertThat(this.node.revocations()).containsExactly(RevocationReason.STOPPED);
	}

	@Test
	void stoppingLeaderThatIsSupersededStops() {
		this.node.startClean(4).elect().lead(LEASE, B, C);
		stop().forgetEffects().heartbeat(B, 6, 1);
		assertThat(stopped()).isTrue();
		assertThat(this.node.sent(HeartbeatResponse.class)).as("after the mark nothing is promised").isEmpty();
	}

	static List<Consumer<ProtocolFixture>> endsOfLeadership() {
		return List.of((node) -> node.advance(LEASE), (node) -> node.feed(new Event.GrantEnded<>(5)),
				(node) -> node.heartbeat(B, 5, 1), (node) -> node.feed(new Event.LoopLate<>(2 * LEASE)));
	}

	@ParameterizedTest
	@MethodSource("endsOfLeadership")
	void stoppingLeaderWhoseLeadershipEndsStops(Consumer<ProtocolFixture> end) {
		this.node.drainTime(10 * LEASE).startClean(4).elect().lead(LEASE, B, C);
		stop();
		end.accept(this.node);
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
	}

	@Test
	void stopDuringARaiseWaitsForItsSaveAndThenDrains() {
		this.node.startClean(4).elect().lead(LEASE, B, C).answerSavesByHand();
		this.node.answer(C, new StaleHeartbeat(9, null));
		stop();
		assertThat(this.node.effects(Effect.StopAdmitting.class)).isEmpty();
		this.node.answerSaves();
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
		this.node.feed(new Event.WorkDrained<>(5));
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(10);
		assertThat(stopped()).isTrue();
	}

	@Test
	void candidateThatStopsCedesItsTerm() {
		this.node.startClean(4).untilItProposes();
		stop();
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
		assertThat(stopped()).isTrue();
	}

	@Test
	void stoppedNodeDoesNothingEver() {
		this.node.startClean(4);
		stop();
		this.node.forgetEffects().connect(B).advance(10 * LEASE);
		stop();
		assertThat(this.node.effects()).isEmpty();
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
	}

	@Test
	void stopBeforeTheFirstSaveIsDoneWaitsForIt() {
		this.node.answerSavesByHand().start(null);
		stop();
		assertThat(stopped()).isFalse();
		this.node.completeSave();
		assertThat(stopped()).isTrue();
	}

	@Test
	void stopOfANodeWhoseDiskIsBrokenDoesNotWait() {
		this.node.startClean(4).answerSavesByHand().propose(B, 5).failSave();
		stop();
		assertThat(stopped()).isTrue();
		assertThat(this.node.isSaving()).isFalse();
	}

	@Test
	void singleNodeStops() {
		ProtocolFixture one = ProtocolFixture.node(A, 1).start(null).advance(LEASE);
		one.feed(new Event.Stopping<>()).feed(new Event.WorkDrained<>(one.ballot().term()));
		assertThat(one.revocations()).containsExactly(RevocationReason.STOPPED);
		assertThat(one.effects(Effect.Stopped.class)).hasSize(1);
		assertThat(one.lastSave().noPromiseOutstanding()).isTrue();
	}

}
