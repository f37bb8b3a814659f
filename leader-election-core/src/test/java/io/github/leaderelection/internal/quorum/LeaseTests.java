package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.E;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HELD;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader's lease: what extends it, what does not, and how it ends (rules 2 to 5).
 */
class LeaseTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	@Test
	void winnerIsGrantedWithItsVotesAndBeatsAtOnce() {
		this.node.startClean(4).elect();
		Effect.Grant<?> grant = this.node.effects(Effect.Grant.class).get(0);
		assertThat(grant.fencingToken()).isEqualTo(5);
		assertThat(this.node.isLeading()).isTrue();
		LeaderHeartbeat heartbeat = this.node.last(LeaderHeartbeat.class);
		assertThat(heartbeat.term()).isEqualTo(5);
		assertThat(heartbeat.token()).isEqualTo(5);
		assertThat(heartbeat.backed()).isTrue();
		assertThat(heartbeat.spanNanos()).isEqualTo(LEASE);
	}

	@Test
	void acknowledgementCountsFromTheSendTimeOfItsHeartbeat() {
		this.node.startClean(4).elect().advance(HEARTBEAT);
		LeaderHeartbeat heartbeat = this.node.last(LeaderHeartbeat.class);
		long sent = this.node.nanos();
		this.node.advance(50 * MILLI).acknowledge(B, heartbeat);
		assertThat(this.node.lease().endNanos()).isEqualTo(sent + HELD);
	}

	@Test
	void leaseEndsAfterTheQuorumthNewestAcknowledgement() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).elect();
		long granted = five.nanos();
		five.advance(HEARTBEAT).acknowledgeLast(B);
		assertThat(five.lease().endNanos()).as("one of two needed").isEqualTo(granted + HELD);
		long second = five.nanos();
		five.acknowledgeLast(C);
		assertThat(five.lease().endNanos()).isEqualTo(second + HELD);
		five.advance(HEARTBEAT).acknowledgeLast(D);
		assertThat(five.lease().endNanos()).isEqualTo(second + HELD);
		long third = five.nanos();
		five.acknowledgeLast(E);
		assertThat(five.lease().endNanos()).isEqualTo(third + HELD);
	}

	@Test
	void acknowledgementThatWasOvertakenByANewerOneTakesNothingBack() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).elect().advance(HEARTBEAT);
		LeaderHeartbeat older = five.last(LeaderHeartbeat.class);
		five.advance(HEARTBEAT).acknowledgeLast(B).acknowledge(B, older).acknowledgeLast(C);
		assertThat(five.lease().endNanos()).isEqualTo(five.nanos() + HELD);
	}

	@Test
	void evenClusterNeedsMoreThanHalf() {
		ProtocolFixture four = ProtocolFixture.node(A, 4).startClean(4).untilItProposes();
		four.grant(B, 5);
		assertThat(four.isLeading()).isFalse();
		four.grant(C, 5);
		assertThat(four.isLeading()).isTrue();
		long end = four.lease().endNanos();
		four.advance(HEARTBEAT).acknowledgeLast(B);
		assertThat(four.lease().endNanos()).isEqualTo(end);
		four.acknowledgeLast(C);
		assertThat(four.lease().endNanos()).isGreaterThan(end);
	}

	@Test
	void singleNodeLeadsAloneAndKeepsItsLease() {
		ProtocolFixture one = ProtocolFixture.node(A, 1).start(null).advance(HEARTBEAT);
		assertThat(one.isLeading()).isTrue();
		one.advance(5 * LEASE);
		assertThat(one.isLeading()).isTrue();
		assertThat(one.revocations()).isEmpty();
		assertThat(one.effects(Effect.Grant.class)).hasSize(1);
	}

	@Test
	void endedLeaseIsNeverExtendedByALateAcknowledgement() {
		this.node.startClean(4).elect().advance(HEARTBEAT);
		LeaderHeartbeat heartbeat = this.node.last(LeaderHeartbeat.class);
		this.node.pause(this.node.lease().endNanos() - this.node.nanos()).forgetEffects();
		this.node.acknowledge(B, heartbeat);
		assertThat(this.node.effects(Effect.Renew.class)).isEmpty();
		assertThat(this.node.revocations()).containsExactly(RevocationReason.LEASE_EXPIRED);
		assertThat(this.node.isLeading()).isFalse();
	}

	@Test
	void winWhoseLeaseHasPassedIsNotGranted() {
		this.node.startClean(4).untilItProposes().pause(HELD).forgetEffects();
		this.node.grant(B, 5);
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
	}

	@Test
	void acknowledgementThatExtendsNothingIsNoRenewal() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).elect().advance(HEARTBEAT).forgetEffects();
		five.advance(HEARTBEAT).acknowledgeLast(B);
		assertThat(five.effects(Effect.Renew.class)).isEmpty();
		five.acknowledgeLast(C);
		assertThat(five.effects(Effect.Renew.class)).hasSize(1);
	}

	@Test
	void candidacyEndsBeforeAVoterWithAShorterLeaseCouldHaveForgottenItsVote() {
		ProtocolFixture five = ProtocolFixture.node(A, 5)
			.startClean(4)
			.untilItProposes()
			.grant(B, 5, LEASE / 8)
			.forgetEffects();
		five.pause(49 * MILLI).grant(C, 5);
		assertThat(five.effects(Effect.Grant.class)).isEmpty();
		assertThat(five.sent(LeadershipCession.class)).isNotEmpty();
	}

	@Test
	void voteOfAVoterWithAShorterLeaseCountsUntilThen() {
		ProtocolFixture five = ProtocolFixture.node(A, 5)
			.startClean(4)
			.untilItProposes()
			.grant(B, 5, LEASE / 8)
			.forgetEffects();
		five.pause(47 * MILLI).grant(C, 5);
		assertThat(five.effects(Effect.Grant.class)).hasSize(1);
	}

	@Test
	void withADirectoryAPromiseCountsForTheOwnLeaseWhateverItNames() {
		this.node.startClean(4).untilItProposes().grant(B, 5, LEASE / 4);
		assertThat(this.node.state().leader().lease().endNanos() - this.node.nanos()).isEqualTo(HELD);
	}

	@Test
	void leaseThatNobodyCanHaveDoesNotCount() {
		this.node.startClean(4).untilItProposes();
		for (long absurd : new long[] { Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE }) {
			this.node.grant(B, 5, absurd);
			assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
		}
		this.node.grant(B, 5);
		assertThat(this.node.effects(Effect.Grant.class)).hasSize(1);
		long end = this.node.advance(HEARTBEAT).state().leader().lease().endNanos();
		this.node.answer(B, new HeartbeatResponse(5, this.node.last(LeaderHeartbeat.class).sequence(), true, true, 1));
		assertThat(this.node.state().leader().lease().endNanos()).isEqualTo(end);
	}

	@Test
	void answerThatPromisesNothingIsAnArrivalAndNoMore() {
		this.node.startClean(4).elect();
		for (int beat = 1; beat < 9; beat++) {
			this.node.advance(HEARTBEAT);
			LeaderHeartbeat heartbeat = this.node.last(LeaderHeartbeat.class);
			this.node.answer(B, new HeartbeatResponse(5, heartbeat.sequence(), true, false, LEASE));
		}
		assertThat(this.node.last(LeaderHeartbeat.class).backed()).isTrue();
		assertThat(this.node.isLeading()).isTrue();
		this.node.advance(HEARTBEAT).advance(HEARTBEAT);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.LEASE_EXPIRED);
	}

	@Test
	void leaderWithoutAQuorumStandsDownAtTheEndOfItsLeaseAndFallsSilent() {
		this.node.startClean(4).elect().advance(HELD - MILLI);
		assertThat(this.node.isLeading()).isTrue();
		this.node.advance(MILLI).forgetEffects().advance(3 * HEARTBEAT);
		assertThat(this.node.isLeading()).isFalse();
		assertThat(this.node.sent(LeaderHeartbeat.class)).isEmpty();
	}

	@Test
	void heartbeatIsUnbackedOnceNoQuorumWasHeardForTheSuspicionTime() {
		this.node.startClean(4).elect().lead(LEASE, B).forgetEffects();
		this.node.advance(2 * HEARTBEAT);
		assertThat(this.node.last(LeaderHeartbeat.class).backed()).isTrue();
		this.node.advance(HEARTBEAT);
		assertThat(this.node.last(LeaderHeartbeat.class).backed()).isFalse();
	}

	@Test
	void acknowledgementToAnotherStartOfThisNodeCountsNowhere() {
		this.node.startClean(4).elect().advance(HEARTBEAT);
		long end = this.node.lease().endNanos();
		LeaderHeartbeat heartbeat = this.node.last(LeaderHeartbeat.class);
		this.node.receive(B, new HeartbeatResponse(5, heartbeat.sequence(), true, true, 1_000_000_000L),
				this.node.incarnation() - 1);
		assertThat(this.node.lease().endNanos()).isEqualTo(end);
	}

	@Test
	void acknowledgementOfAHeartbeatNeverSentCountsNowhere() {
		this.node.startClean(4).elect().advance(HEARTBEAT);
		long end = this.node.lease().endNanos();
		this.node.answer(B, new HeartbeatResponse(5, 999, true, true, 1_000_000_000L));
		assertThat(this.node.lease().endNanos()).isEqualTo(end);
	}

	@Test
	void acknowledgementOfATermThatIsNotOfThisReignCountsNowhere() {
		this.node.startClean(4).elect().advance(HEARTBEAT);
		long end = this.node.lease().endNanos();
		long sequence = this.node.last(LeaderHeartbeat.class).sequence();
		for (long term : new long[] { 4, 6 }) {
			this.node.answer(B, new HeartbeatResponse(term, sequence, true, true, LEASE));
		}
		assertThat(this.node.lease().endNanos()).isEqualTo(end);
		this.node.answer(B, new HeartbeatResponse(5, sequence, true, true, LEASE));
		assertThat(this.node.lease().endNanos()).isGreaterThan(end);
	}

	@Test
	void acknowledgementFromAnEarlierReignCountsNowhere() {
		this.node.startClean(4).elect().advance(HEARTBEAT);
		LeaderHeartbeat old = this.node.last(LeaderHeartbeat.class);
		this.node.advance(HELD).elect();
		long end = this.node.lease().endNanos();
		this.node.acknowledge(B, old).acknowledge(C, old);
		assertThat(this.node.lease().endNanos()).isEqualTo(end);
	}

	@Test
	void wallClockSetBackEndsNothing() {
		this.node.startClean(4).elect().jumpWall(-3_600_000).lead(LEASE, B, C);
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void loopLateByMoreThanALeaseStandsDownBeforeItSendsAnything() {
		this.node.startClean(4).elect().forgetEffects();
		this.node.feed(new Event.LoopLate<>(LEASE));
		assertThat(this.node.revocations()).containsExactly(RevocationReason.STALLED);
		assertThat(this.node.effects().indexOf(this.node.effects(Effect.Revoke.class).get(0)))
			.isLessThan(this.node.effects().indexOf(this.node.sends().get(0)));
	}

	@Test
	void loopThatWasLateDoesNotTakeItsOwnPauseForTheOthersSilence() {
		this.node.startClean(4).elect().lead(LEASE, B).pause(300 * MILLI).forgetEffects();
		this.node.feed(new Event.LoopLate<>(300 * MILLI)).advance(0);
		assertThat(this.node.last(LeaderHeartbeat.class).backed()).isTrue();
	}

	@Test
	void grantThatTheWatchdogEndedIsOverWhateverTheLoopReckonedWith() {
		this.node.startClean(4).elect().forgetEffects();
		this.node.feed(new Event.GrantEnded<>(4));
		assertThat(this.node.isLeading()).as("another grant").isTrue();
		this.node.feed(new Event.GrantEnded<>(5));
		assertThat(this.node.isLeading()).isFalse();
		assertThat(this.node.revocations()).hasSize(1);
	}

	@Test
	void lateVoteForTheTermWonCountsFromTheFirstSending() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).untilItProposes();
		long sent = five.nanos();
		five.grant(B, 5).grant(C, 5).advance(HEARTBEAT).grant(D, 5).grant(E, 5);
		assertThat(five.lease().endNanos()).isEqualTo(sent + HELD);
	}

}
