package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MAX_CANDIDACY;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Votes and promises of a node that does not lead (rules 1, 4, 7, 9, 10 and 14).
 */
class VotingTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 5);

	private ElectionResponse answerTo(NodeId candidate) {
		return this.node.lastTo(candidate, ElectionResponse.class);
	}

	@Test
	void answerEchoesTheIncarnationOfTheCandidate() {
		this.node.startClean(4).propose(B, 5);
		assertThat(this.node.sends().get(this.node.sends().size() - 1).answers()).isEqualTo(this.node.incarnationOf(B));
	}

	@Test
	void noSecondVoteInATerm() {
		this.node.startClean(4).propose(B, 5).advance(2 * LEASE).propose(C, 5);
		assertThat(answerTo(C).granted()).isFalse();
		assertThat(answerTo(C).reason()).isEqualTo(Refusal.VOTED);
		assertThat(this.node.ballot().vote()).isEqualTo(new Ballot.Vote(B, this.node.incarnationOf(B)));
	}

	@Test
	void noSecondVoteInATermAfterACrash() {
		this.node.startClean(4).propose(B, 5).crashAndRestart().advance(2 * LEASE);
		assertThat(this.node.votesFor(C, 5)).isFalse();
		assertThat(this.node.votesFor(B, 5)).as("the same candidate").isTrue();
	}

	@Test
	void anotherStartOfTheLeaderIsToldHowLongThePromiseToTheFirstLasts() {
		this.node.startClean(4).heartbeat(B, 5, 1).restarted(B).scout(B, 6);
		assertThat(this.node.lastTo(B, ScoutingResponse.class).granted()).isTrue();
		assertThat(this.node.lastTo(B, ScoutingResponse.class).promiseRemainingNanos()).isEqualTo(LEASE);
	}

	@Test
	void anotherStartOfTheLeaderIsAcknowledgedOnceThePromiseToTheFirstHasRunOut() {
		this.node.startClean(4).heartbeat(B, 5, 1).restarted(B).forgetEffects().heartbeat(B, 6, 2);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).isEmpty();
		this.node.advance(LEASE).heartbeat(B, 6, 3);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class).promised()).isTrue();
	}

	@Test
	void cessionOfALeaderFreesWhoIsAskedByItsNextStart() {
		this.node.startClean(4).heartbeat(B, 5, 1).cede(B, 5, C).restarted(B);
		assertThat(this.node.votesFor(B, 6)).isTrue();
	}

	@Test
	void noVoteInALowerTerm() {
		this.node.startClean(4).propose(B, 3);
		assertThat(answerTo(B).reason()).isEqualTo(Refusal.HIGHER_TERM);
		assertThat(answerTo(B).term()).isEqualTo(4);
	}

	@Test
	void voteInTheNewestTermIfNoneWasGivenInIt() {
		this.node.startClean(4);
		assertThat(this.node.votesFor(B, 4)).isTrue();
	}

	@Test
	void voteIsAPromiseFromReceiptForTheLease() {
		this.node.startClean(4).propose(B, 5).advance(LEASE - MILLI).propose(C, 6);
		assertThat(this.node.sentTo(C, ElectionResponse.class)).as("held").isEmpty();
		this.node.advance(MILLI);
		assertThat(answerTo(C).granted()).isTrue();
	}

	@Test
	void backedHeartbeatIsAPromiseForTheLease() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 500 * MILLI).propose(C, 6);
		assertThat(answerTo(C).reason()).isEqualTo(Refusal.PROMISED);
		this.node.advance(500 * MILLI);
		assertThat(this.node.votesFor(C, 6)).isTrue();
	}

	@Test
	void unbackedHeartbeatIsNoPromise() {
		this.node.startClean(4).heartbeat(B, 5, 1, false, LEASE);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class).sequence()).isEqualTo(1);
		assertThat(this.node.votesFor(C, 6)).isTrue();
	}

	@Test
	void promiseLastsForTheLongerOfTheTwoLeasesWhenTheLeadersIsLonger() {
		this.node.startClean(4).heartbeat(B, 5, 1, true, 3 * LEASE).advance(3 * LEASE - 450 * MILLI);
		assertThat(this.node.votesFor(C, 6)).isFalse();
		this.node.advance(450 * MILLI);
		assertThat(this.node.votesFor(C, 6)).isTrue();
	}

	@Test
	void promiseLastsForTheLongerOfTheTwoLeasesWhenTheVotersIsLonger() {
		this.node.startClean(4).propose(B, 5, LEASE / 2).advance(LEASE - 450 * MILLI);
		assertThat(this.node.votesFor(C, 6)).isFalse();
	}

	@Test
	void shorterHeartbeatDoesNotShortenAPromiseToTheSameLeader() {
		this.node.startClean(4).heartbeat(B, 5, 1, true, 3 * LEASE).advance(HEARTBEAT);
		this.node.heartbeat(B, 5, 2, true, LEASE).advance(LEASE);
		assertThat(this.node.votesFor(C, 6)).isFalse();
	}

	@Test
	void lostConnectionDoesNotShortenThePromise() {
		this.node.startClean(4).heartbeat(B, 5, 1).disconnect(B).advance(LEASE - 450 * MILLI);
		assertThat(this.node.votesFor(C, 6)).isFalse();
	}

	@Test
	void cessionByTheLeaderEndsThePromise() {
		this.node.startClean(4).heartbeat(B, 5, 1).cede(B, 5, C);
		assertThat(this.node.votesFor(C, 6)).isTrue();
	}

	@Test
	void cessionOfALaterTermEndsThePromiseToo() {
		this.node.startClean(4).heartbeat(B, 5, 1).cede(B, 7, C);
		assertThat(this.node.votesFor(C, 8)).isTrue();
	}

	@Test
	void cessionByAnotherEndsNothing() {
		this.node.startClean(4).heartbeat(B, 5, 1).cede(C, 5, D);
		assertThat(this.node.votesFor(D, 6)).isFalse();
	}

	@Test
	void sameAnswerToTheSameCandidateRenewsItsPromise() {
		this.node.startClean(4).propose(B, 5).advance(LEASE / 2).propose(B, 5);
		assertThat(answerTo(B).granted()).isTrue();
		this.node.advance(LEASE - 450 * MILLI);
		assertThat(this.node.votesFor(C, 6)).isFalse();
	}

	@Test
	void proposalShortlyBeforeThePromiseEndsIsHeldAndThenJudged() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 50 * MILLI).forgetEffects().propose(C, 6);
		assertThat(this.node.sent(ElectionResponse.class)).isEmpty();
		this.node.advance(49 * MILLI);
		assertThat(this.node.sent(ElectionResponse.class)).isEmpty();
		this.node.advance(MILLI);
		assertThat(answerTo(C).granted()).isTrue();
	}

	@Test
	void heldProposalIsJudgedAsSoonAsACessionFreesTheNode() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 300 * MILLI).propose(C, 6).cede(B, 5, D);
		this.node.advance(MILLI);
		assertThat(answerTo(C).granted()).isTrue();
	}

	@Test
	void heldProposalOfACandidateThatGaveUpIsNotJudged() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 50 * MILLI).propose(C, 6).cede(C, 6);
		this.node.advance(100 * MILLI);
		assertThat(this.node.sentTo(C, ElectionResponse.class)).isEmpty();
		assertThat(this.node.ballot().vote()).isNull();
	}

	@Test
	void heldProposalIsForgottenByANodeThatStoodStillForLongerThanACandidacy() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 50 * MILLI).propose(C, 6).pause(MAX_CANDIDACY);
		this.node.advance(0);
		assertThat(this.node.ballot().vote()).isNull();
		assertThat(this.node.sentTo(C, ElectionResponse.class)).isEmpty();
	}

	@Test
	void onlyOneOfTwoHeldProposalsGetsTheVote() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 50 * MILLI).propose(C, 6).propose(D, 7);
		this.node.advance(50 * MILLI);
		assertThat(answerTo(C).granted()).isTrue();
		assertThat(answerTo(D).granted()).isFalse();
		assertThat(answerTo(D).reason()).isEqualTo(Refusal.PROMISED);
	}

	@Test
	void proposalIsHeldNoLongerThanACandidacyCanLast() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - MAX_CANDIDACY - MILLI).propose(C, 6);
		assertThat(answerTo(C).reason()).isEqualTo(Refusal.PROMISED);
	}

	@Test
	void candidateThatMeetsAHigherTermInARefusalAdoptsItAndCedes() {
		this.node.startClean(4).untilItProposes().refuse(B, 5, Refusal.HIGHER_TERM, 9);
		assertThat(this.node.ballot().term()).isEqualTo(9);
		assertThat(this.node.state().role()).isEqualTo(Role.FOLLOWER);
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
	}

	@Test
	void candidateThatVotesForAHigherTermGivesUpItsOwn() {
		this.node.startClean(4).untilItProposes().propose(B, 9);
		assertThat(answerTo(B).granted()).isTrue();
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
		this.node.forgetEffects().grant(C, 5).grant(D, 5);
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void candidateThatGivesUpCedesItsTermAtTheEndOfTheCandidacy() {
		this.node.startClean(4).untilItProposes().forgetEffects().advance(MAX_CANDIDACY);
		assertThat(this.node.sent(LeadershipCession.class)).hasSize(4);
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
		assertThat(this.node.last(LeadershipCession.class).successors()).isEmpty();
		assertThat(this.node.notices()).contains(Notice.ELECTION_LOST);
	}

	@Test
	void voteOfOneMemberCountsOnce() {
		this.node.startClean(4).untilItProposes().grant(B, 5).grant(B, 5).grant(B, 5);
		assertThat(this.node.isLeading()).isFalse();
	}

	@Test
	void refusedProposalIsSentAgainWhileTheCandidacyLasts() {
		this.node.startClean(4).untilItProposes().refuse(B, 5, Refusal.PROMISED, 5).forgetEffects();
		this.node.advance(30 * MILLI);
		assertThat(this.node.sentTo(B, ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void heartbeatOfALowerTermIsRefusedWithTheTermAndTheLeaderKnown() {
		this.node.startClean(4).heartbeat(B, 7, 1).heartbeat(C, 6, 1);
		assertThat(this.node.lastTo(C, StaleHeartbeat.class)).isEqualTo(new StaleHeartbeat(7, B));
		assertThat(this.node.sentTo(C, HeartbeatResponse.class)).isEmpty();
	}

	@Test
	void leaderIsNotAcknowledgedUnderALivePromiseToAnother() {
		this.node.startClean(4).heartbeat(B, 5, 1).heartbeat(C, 6, 1);
		assertThat(this.node.view().leader().id()).isEqualTo(C);
		assertThat(this.node.sentTo(C, HeartbeatResponse.class)).isEmpty();
		this.node.advance(LEASE).heartbeat(C, 6, 2);
		assertThat(this.node.sentTo(C, HeartbeatResponse.class)).hasSize(1);
	}

	@Test
	void heartbeatOfTheSameTermProvesThatTermsLeaderToACandidate() {
		this.node.startClean(4).untilItProposes().heartbeat(B, 5, 1);
		assertThat(this.node.state().role()).isEqualTo(Role.FOLLOWER);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class).term()).isEqualTo(5);
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
	}

	@Test
	void twoLeadersOfOneTermAreReportedByAFollowerToo() {
		this.node.startClean(4).heartbeat(B, 5, 1).heartbeat(C, 5, 1);
		assertThat(this.node.notices()).contains(Notice.CONFLICT);
	}

	@Test
	void spanThatNoSettingAllowsIsRefused() {
		this.node.startClean(4).heartbeat(B, 5, 1, true, Long.MAX_VALUE).heartbeat(B, 5, 2, true, -1);
		assertThat(this.node.state().commitments().promise()).isNull();
		assertThat(this.node.ballot().spanNanos()).isEqualTo(LEASE);
	}

}
