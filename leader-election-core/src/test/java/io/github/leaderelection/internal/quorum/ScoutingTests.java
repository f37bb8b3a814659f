package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.E;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MAX_SUSPICION;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Suspicion and scouting (rules 12 to 14).
 */
class ScoutingTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private ScoutingResponse answerTo(NodeId scout) {
		return this.node.lastTo(scout, ScoutingResponse.class);
	}

	@Test
	void scoutingTouchesNoTerm() {
		this.node.startClean(4).forgetEffects().scout(B, 9).advance(3 * LEASE).scout(C, 9);
		assertThat(this.node.ballot().term()).isEqualTo(4);
		assertThat(this.node.effects(Effect.SaveBallot.class)).isEmpty();
	}

	@Test
	void membersThatDoNotAnswerAreAskedLessAndLessOften() {
		this.node.startClean(4).untilItScouts().forgetEffects().advance(300 * MILLI);
		// after 15, 30, 60, 120 and 240 ms
		assertThat(this.node.sentTo(B, ScoutingRequest.class)).hasSize(5);
	}

	@Test
	void leaderThatIsHeardIsNotSuspected() {
		this.node.startClean(4).forgetEffects().follow(B, 5, 5 * LEASE);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
	}

	@Test
	void silentLeaderIsSuspected() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects().advance(MAX_SUSPICION + HEARTBEAT);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void leaderThatIsNotBackedIsSuspected() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects();
		for (int i = 0; i < 8; i++) {
			this.node.advance(HEARTBEAT).heartbeat(B, 5, 100 + i, false, LEASE);
		}
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void closedConnectionIsSuspicionAtOnce() {
		ProtocolFixture first = this.node.startClean(4);
		first.heartbeatNaming(B, 5, 1, A, C).forgetEffects().disconnect(B).advance(0);
		assertThat(first.sent(ScoutingRequest.class)).isNotEmpty();
		assertThat(first.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void closedConnectionToAnotherMemberIsNoSuspicion() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, A, C).forgetEffects().disconnect(C).advance(HEARTBEAT);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
	}

	@Test
	void scoutIsGrantedWithTheRestOfThePromise() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(700 * MILLI).scout(C, 6);
		assertThat(answerTo(C).granted()).isTrue();
		assertThat(answerTo(C).promiseRemainingNanos()).isEqualTo(300 * MILLI);
	}

	@Test
	void leaderThatScoutsIsNotRefusedForItself() {
		this.node.startClean(4).follow(B, 5, LEASE).scout(B, 6);
		assertThat(answerTo(B).granted()).isTrue();
		assertThat(answerTo(B).promiseRemainingNanos()).isZero();
	}

	@Test
	void scoutIsRefusedWhoseTermIsNotAboveTheOwn() {
		this.node.startClean(4).scout(C, 4);
		assertThat(answerTo(C).reason()).isEqualTo(Refusal.HIGHER_TERM);
		assertThat(answerTo(C).term()).isEqualTo(4);
	}

	@Test
	void scoutThatLagsAdoptsTheHigherTermAndAsksAgain() {
		this.node.startClean(4).untilItScouts().disagree(B, Refusal.HIGHER_TERM, 9);
		assertThat(this.node.ballot().term()).isEqualTo(9);
		assertThat(this.node.lastSave().term()).isEqualTo(9);
		this.node.forgetEffects().advance(HEARTBEAT);
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isEqualTo(10);
	}

	@Test
	void hearsayIsShownButRaisesNoTermAndExtendsNoPromise() {
		this.node.startClean(4).untilItScouts();
		ScoutingRequest request = this.node.last(ScoutingRequest.class);
		this.node.answer(B, new ScoutingResponse(9, request.round(), false, Refusal.BACKED_LEADER, C, 9, 0));
		assertThat(this.node.view().leader().id()).isEqualTo(C);
		assertThat(this.node.view().leader().direct()).isFalse();
		assertThat(this.node.ballot().term()).isEqualTo(4);
		assertThat(this.node.state().commitments().promise()).isNull();
		assertThat(this.node.votesFor(B, 5)).isTrue();
	}

	@Test
	void nodeThatCouldNotWinAsksWhoLeads() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4);
		five.disconnect(C).disconnect(D).disconnect(E).untilItScouts();
		ScoutingRequest request = five.last(ScoutingRequest.class);
		five.answer(B, new ScoutingResponse(9, request.round(), false, Refusal.BACKED_LEADER, C, 9, 0));
		assertThat(five.view().leader()).isEqualTo(new ElectionView.LeaderView(C, 9, 0, false));
		assertThat(five.state().ballot().term()).isEqualTo(4);
		assertThat(five.view().problems()).isNotEmpty();
	}

	@Test
	void whoeverOnlyAsksWhoLeadsIsNotLetGoFirst() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).untilItScouts().forgetEffects();
		five.receive(B, new ScoutingRequest(4, 1, 0));
		assertThat(five.lastTo(B, ScoutingResponse.class).granted()).isFalse();
		assertThat(five.state().roleState().scouting()).isNotNull();
	}

	@Test
	void hearsayKeepsNobodyFromSupportingAScout() {
		this.node.startClean(4).untilItScouts();
		ScoutingRequest request = this.node.last(ScoutingRequest.class);
		this.node.answer(B, new ScoutingResponse(9, request.round(), false, Refusal.BACKED_LEADER, C, 9, 0));
		this.node.scout(B, 10);
		assertThat(answerTo(B).granted()).isTrue();
	}

	@Test
	void answersOfAnotherRoundCountNowhere() {
		this.node.startClean(4).untilItScouts();
		ScoutingRequest old = this.node.last(ScoutingRequest.class);
		this.node.advance(LEASE).untilItScouts();
		this.node.answer(B, new ScoutingResponse(4, old.round(), true, Refusal.NONE, null, 0, 0));
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void yesOfOneMemberCountsOnce() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).untilItScouts();
		five.agree(B, 0).agree(B, 0).agree(B, 0);
		assertThat(five.sent(ElectionProposal.class)).isEmpty();
		five.agree(D, 0);
		assertThat(five.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void proposalIsTimedToArriveWhenThePromisesItNeedsRunOut() {
		ProtocolFixture five = ProtocolFixture.node(D, 5).startClean(4).untilItScouts();
		five.advance(10 * MILLI).agree(B, 500 * MILLI).agree(C, 300 * MILLI).agree(A, 400 * MILLI);
		five.forgetEffects().advance(394 * MILLI);
		assertThat(five.sent(ElectionProposal.class)).isEmpty();
		five.advance(MILLI);
		assertThat(five.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void proposalIsNotSentWhenABackedLeaderIsHeardMeanwhile() {
		this.node.startClean(4).untilItScouts().agree(B, 500 * MILLI).agree(C, 500 * MILLI);
		this.node.advance(100 * MILLI).follow(B, 5, LEASE);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void aPromiseThatCannotLastSoLongIsNotWaitedFor() {
		this.node.startClean(4).untilItScouts().agree(B, Long.MAX_VALUE).agree(B, Long.MAX_VALUE / 2).agree(B, -1);
		assertThat(this.node.notices()).containsOnly(Notice.MESSAGE_REFUSED);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		this.node.untilItScouts().agree(B, 0).advance(0);
		assertThat(this.node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void whomTheRoundWaitsForIsAskedAnewWhenACandidateGivesUp() {
		ProtocolFixture five = ProtocolFixture.node(D, 5).startClean(4).untilItScouts();
		five.agree(B, 900 * MILLI).agree(C, 900 * MILLI).forgetEffects().advance(100 * MILLI);
		assertThat(five.sent(ScoutingRequest.class)).isEmpty();
		five.cede(A, 5).advance(20 * MILLI);
		assertThat(five.sent(ScoutingRequest.class)).isNotEmpty();
		five.agree(B, 0).agree(C, 0).advance(0);
		assertThat(five.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void candidaciesThatNobodyAnswersComeMoreSeldom() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4);
		long begin = five.nanos();
		while (five.nanos() - begin < 100 * LEASE) {
			five.untilItProposes();
		}
		assertThat(five.state().ballot().term()).isLessThan(130);
	}

	@Test
	void candidacyThatCannotBeWonIsGivenUpAtOnce() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).untilItProposes().grant(B, 5).forgetEffects();
		five.refuse(C, 5, Refusal.VOTED, 5).refuse(D, 5, Refusal.PROMISED, 5).refuse(D, 5, Refusal.VOTED, 5);
		assertThat(five.state().roleState().proposal()).isNotNull();
		assertThat(five.sent(LeadershipCession.class)).isEmpty();
		five.refuse(E, 5, Refusal.VOTED, 5);
		assertThat(five.state().roleState().proposal()).isNull();
		assertThat(five.sent(LeadershipCession.class)).isNotEmpty().allMatch((cession) -> cession.term() == 5);
	}

	@Test
	void failedRoundsAreFollowedByGrowingPauses() {
		this.node.startClean(4).untilItScouts().forgetEffects().advance(20 * LEASE);
		long early = this.node.effects(Effect.Report.class).size();
		assertThat(early).as("no storm of rounds").isBetween(15L, 45L);
		assertThat(this.node.notices()).containsOnly(Notice.SCOUTING_FAILED);
		assertThat(this.node.ballot().term()).isEqualTo(4);
	}

	@Test
	void nobodyScoutsWhoCannotReachAQuorum() {
		this.node.start(ProtocolFixture.cleanBallot(4)).forgetEffects().advance(5 * LEASE);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		assertThat(this.node.notices()).isEmpty();
		this.node.connect(C).advance(HEARTBEAT);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void leadersLinkThatClosedAndOpenedAgainDoesNotKeepTheNodeFromScouting() {
		ProtocolFixture two = ProtocolFixture.node(A, 2).startClean(4).follow(B, 5, LEASE);
		two.advance(10 * MILLI).disconnect(B).advance(50 * MILLI).connect(B).forgetEffects().advance(3 * LEASE);
		assertThat(two.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void roundTripIsMeasuredEvenIfTheQuestionHadToBeRepeated() {
		this.node.startClean(4).untilItScouts().advance(70 * MILLI).agree(B, 0).advance(35 * MILLI);
		this.node.forgetEffects();
		this.node.advance(36 * MILLI);
		assertThat(this.node.state().roleState().proposal()).as("votes take 70 ms").isNotNull();
		this.node.grant(B, 5);
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void loopThatWasLateDoesNotAccuseTheLeader() {
		this.node.startClean(4).follow(B, 5, LEASE).pause(700 * MILLI).forgetEffects();
		this.node.feed(new Event.LoopLate<>(650 * MILLI)).advance(0);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
	}

	@Test
	void nodeThatIsAlwaysLateSuspectsASilentLeader() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects();
		for (int i = 0; i < 10; i++) {
			this.node.pause(60 * MILLI).feed(new Event.LoopLate<>(55 * MILLI)).advance(40 * MILLI);
		}
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void leaderThatHearsAQuorumRefusesAScout() {
		this.node.startClean(4).elect().lead(LEASE, B).scout(C, 9);
		assertThat(answerTo(C).reason()).isEqualTo(Refusal.BACKED_LEADER);
		assertThat(answerTo(C).leader()).isEqualTo(A);
		assertThat(this.node.ballot().term()).isEqualTo(5);
	}

	@Test
	void leaderWithoutAQuorumPromisesTheScoutToWaitForItsLeaseOnly() {
		this.node.startClean(4).elect().advance(700 * MILLI).scout(C, 9);
		assertThat(answerTo(C).granted()).isTrue();
		assertThat(answerTo(C).promiseRemainingNanos()).isEqualTo(this.node.lease().endNanos() - this.node.nanos());
	}

	@Test
	void nobodyIsRefusedForRankOrPriority() {
		ProtocolFixture high = ProtocolFixture.node(A, 3).priority(100).startClean(4);
		high.scout(C, 5);
		assertThat(high.lastTo(C, ScoutingResponse.class).granted()).isTrue();
		assertThat(high.votesFor(C, 5)).isTrue();
	}

}
