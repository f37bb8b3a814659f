package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MAX_CANDIDACY;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A state that cannot be saved, or is saved slowly (rule 7).
 */
class SavingTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private ProtocolFixture broken() {
		return this.node.startClean(4).answerSavesByHand().propose(B, 5).failSave();
	}

	@Test
	void voteThatCouldNotBeSavedIsNeverAnswered() {
		broken();
		assertThat(this.node.sent(ElectionResponse.class)).isEmpty();
		assertThat(this.node.ballot().term()).isEqualTo(4);
		assertThat(this.node.ballot().vote()).isNull();
		assertThat(this.node.notices()).contains(Notice.STATE_UNUSABLE);
	}

	@Test
	void nodeThatCannotSaveVotesForNobodyAndSaysSo() {
		broken().propose(C, 6).scout(C, 6);
		assertThat(this.node.isSaving()).isFalse();
		assertThat(this.node.lastTo(C, ElectionResponse.class).reason()).isEqualTo(Refusal.STATE_UNUSABLE);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).reason()).isEqualTo(Refusal.STATE_UNUSABLE);
		assertThat(this.node.view().problems().get(0)).contains("disk full");
		assertThat(this.node.view().voting()).startsWith("no");
	}

	@Test
	void nodeThatCannotSaveDoesNotStand() {
		broken().forgetEffects().advance(900 * MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
	}

	@Test
	void nodeThatCannotSaveAcknowledgesWhatTheSavedSpanCovers() {
		broken().heartbeat(B, 4, 1);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).hasSize(1);
	}

	@Test
	void nodeThatCannotSavePromisesNoLongerThanTheSavedSpan() {
		broken().heartbeat(B, 4, 1, true, 2 * LEASE);
		assertThat(this.node.isSaving()).isFalse();
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).isEmpty();
	}

	@Test
	void nodeThatCannotSaveDoesNotAcknowledgeAHigherTermButShowsItsLeader() {
		broken().heartbeat(B, 9, 1);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).isEmpty();
		assertThat(this.node.ballot().term()).isEqualTo(4);
		assertThat(this.node.view().leader().id()).isEqualTo(B);
	}

	@Test
	void savingIsTriedAgainAndTheNodeTakesPartAgain() {
		broken().forgetEffects().advance(LEASE);
		assertThat(this.node.isSaving()).isTrue();
		this.node.failSave().advance(LEASE).completeSave().answerSaves();
		assertThat(this.node.notices()).containsExactly(Notice.STATE_UNUSABLE, Notice.STATE_USABLE);
		assertThat(this.node.view().problems()).isEmpty();
		assertThat(this.node.votesFor(C, 6)).isTrue();
		this.node.cede(C, 6).untilItScouts();
	}

	@Test
	void candidateWhoseVoteCouldNotBeSavedCedesTheTermAndWinsItNoMore() {
		this.node.startClean(4).untilItScouts().answerSavesByHand().agree(B, 0).failSave();
		assertThat(this.node.sent(LeadershipCession.class)).extracting(LeadershipCession::term).containsExactly(5L, 5L);
		assertThat(this.node.state().role()).isEqualTo(Role.FOLLOWER);
		assertThat(this.node.ballot().vote()).isNull();
		this.node.grant(B, 5).advance(LEASE).completeSave().grant(B, 5).grant(C, 5);
		assertThat(this.node.isLeading()).isFalse();
		this.node.answerSaves().forgetEffects().untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isEqualTo(6);
	}

	@Test
	void candidateWhoseSaveTookTooLongCedesTheTerm() {
		this.node.startClean(4).untilItScouts().answerSavesByHand().agree(B, 0).grant(B, 5).advance(MAX_CANDIDACY);
		this.node.completeSave();
		assertThat(this.node.isLeading()).isFalse();
		assertThat(this.node.sent(LeadershipCession.class)).hasSize(2);
	}

	@Test
	void candidateAfterAFailureProposesOnlyWhatIsSaved() {
		this.node.startClean(4)
			.untilItScouts()
			.answerSavesByHand()
			.agree(B, 0)
			.failSave()
			.advance(LEASE)
			.completeSave();
		this.node.forgetEffects().untilItScouts().agree(B, 0);
		assertThat(this.node.isSaving()).isTrue();
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		this.node.completeSave();
		assertThat(this.node.sent(ElectionProposal.class)).hasSize(2);
	}

	@Test
	void leaderIsToldOfAlthoughItsTermCouldNotBeSaved() {
		this.node.startClean(4).answerSavesByHand().heartbeat(B, 5, 1).failSave().heartbeat(B, 5, 2);
		assertThat(this.node.effects(Effect.FollowLeader.class)).hasSize(1);
	}

	/** Where no majority is asked for, this node alone may grant what it proposes. */
	@Test
	void nodeThatCouldNotSaveStandsAboveTheTermsOfTheLeadersItFollowed() {
		broken().heartbeat(B, 9, 1).advance(LEASE).completeSave().answerSaves().forgetEffects();
		assertThat(this.node.untilItScouts().last(ScoutingRequest.class).proposedTerm()).isEqualTo(10);
	}

	@Test
	void termOfALeaderWhoseSaveFailedIsNotProposed() {
		this.node.startClean(4).answerSavesByHand().heartbeat(B, 5, 1).failSave().advance(LEASE).completeSave();
		this.node.answerSaves().forgetEffects();
		assertThat(this.node.untilItScouts().last(ScoutingRequest.class).proposedTerm()).isEqualTo(6);
	}

	@Test
	void leaderThatCannotSaveGoesOnLeading() {
		this.node.startClean(4).elect().lead(LEASE, B, C).answerSavesByHand();
		this.node.answer(C, new QuorumMessage.StaleHeartbeat(9, null)).failSave();
		assertThat(this.node.isLeading()).isTrue();
		this.node.advance(100 * MILLI);
		assertThat(this.node.last(LeaderHeartbeat.class).term()).isEqualTo(5);
		assertThat(this.node.sent(ElectionProposal.class).get(this.node.sent(ElectionProposal.class).size() - 1).term())
			.isEqualTo(5);
	}

	@Test
	void voteGivenAfterAFailedSaveIsSavedLikeAnyOther() {
		broken().advance(LEASE).completeSave().propose(C, 5).completeSave();
		assertThat(this.node.lastSave().vote().candidate()).isEqualTo(C);
		assertThat(this.node.lastTo(C, ElectionResponse.class).granted()).isTrue();
	}

	@Test
	void onlyHeartbeatsAndTheirAcknowledgementsOvertakeASave() {
		this.node.startClean(4).elect().lead(LEASE, B, C).answerSavesByHand();
		this.node.answer(C, new QuorumMessage.StaleHeartbeat(9, null)).forgetEffects();
		this.node.heartbeat(B, 6, 1).propose(C, 12).scout(C, 12).cede(B, 4);
		assertThat(this.node.effects()).isEmpty();
		this.node.advance(100 * MILLI);
		assertThat(this.node.sent(LeaderHeartbeat.class)).hasSize(2);
		this.node.acknowledgeLast(B);
		assertThat(this.node.effects(Effect.Renew.class)).hasSize(1);
	}

	@Test
	void leaderThatWasAskedToResignGoesThoughTheDiskHangs() {
		this.node.startClean(4).elect().lead(LEASE, B, C).feed(new Event.ResignRequested<>(7)).answerSavesByHand();
		this.node.answer(C, new QuorumMessage.StaleHeartbeat(9, null)).forgetEffects();
		this.node.feed(new Event.WorkDrained<>(5));
		assertThat(this.node.isSaving()).isTrue();
		assertThat(this.node.revocations()).containsExactly(RevocationReason.RESIGNED);
		assertThat(this.node.sent(LeadershipCession.class)).extracting(LeadershipCession::term).containsExactly(5L, 5L);
		assertThat(this.node.effects(Effect.Answer.class)).hasSize(1);
		this.node.forgetEffects().completeSave();
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.state().role()).isEqualTo(Role.FOLLOWER);
		this.node.answerSaves().untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isEqualTo(11);
	}

	@Test
	void drainEndsInItsTimeThoughTheDiskHangs() {
		this.node.drainTime(LEASE).startClean(4).elect().lead(LEASE, B, C).feed(new Event.ResignRequested<>(7));
		this.node.answerSavesByHand().answer(C, new QuorumMessage.StaleHeartbeat(9, null)).forgetEffects();
		this.node.lead(2 * LEASE, B, C);
		assertThat(this.node.isSaving()).isTrue();
		assertThat(this.node.revocations()).containsExactly(RevocationReason.RESIGNED);
	}

	@Test
	void nodeForgetsASilentLeaderThoughTheDiskHangs() {
		this.node.startClean(4).heartbeat(B, 4, 1).answerSavesByHand().heartbeat(B, 9, 2).forgetEffects();
		this.node.advance(2 * LEASE);
		assertThat(this.node.isSaving()).isTrue();
		assertThat(this.node.effects(Effect.LeaderLost.class)).hasSize(1);
		assertThat(this.node.view().leader()).isNull();
		this.node.failSave().advance(LEASE).completeSave().answerSaves().forgetEffects().untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isEqualTo(10);
	}

	@Test
	void endOfADrainBeforeAStopWaitsForASave() {
		this.node.startClean(4).elect().lead(LEASE, B, C).feed(new Event.Stopping<>()).answerSavesByHand();
		this.node.answer(C, new QuorumMessage.StaleHeartbeat(9, null)).lead(600 * MILLI, B, C);
		assertThat(this.node.revocations()).isEmpty();
		this.node.answerSaves();
		assertThat(this.node.revocations()).hasSize(1);
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
	}

	@Test
	void leaseThatEndsDuringASaveEndsWithTheSave() {
		this.node.startClean(4).elect().lead(LEASE, B, C).answerSavesByHand();
		this.node.answer(C, new QuorumMessage.StaleHeartbeat(9, null)).pause(2 * LEASE).forgetEffects();
		this.node.acknowledge(B, new LeaderHeartbeat(5, 5, 1, true, LEASE, 0, List.of()));
		this.node.completeSave();
		assertThat(this.node.effects(Effect.Renew.class)).isEmpty();
		assertThat(this.node.revocations()).hasSize(1);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void candidacyCountsFromTheSendingNotFromTheEndOfTheSave() {
		this.node.startClean(4).untilItScouts().answerSavesByHand().agree(B, 0);
		long sent = this.node.nanos();
		this.node.advance(LEASE / 4).completeSave().grant(B, 5);
		assertThat(this.node.lease().baseNanos()).isEqualTo(sent);
	}

	@Test
	void candidacyAfterASlowSaveCountsFromTheSendingNotFromTheBeginOfTheSave() {
		slow(LEASE / 4).cede(B, 5).answerSaves().forgetEffects().untilItScouts().answerSavesByHand().agree(B, 0);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		this.node.advance(LEASE / 2).completeSave();
		long sent = this.node.nanos();
		this.node.grant(B, 6);
		assertThat(this.node.lease().baseNanos()).isEqualTo(sent);
	}

	private ProtocolFixture slow(long save) {
		return this.node.startClean(4).answerSavesByHand().propose(B, 5).advance(save).completeSave();
	}

	@Test
	void voterThatSavedTooSlowlyTriesASaveBeforeItSaysYes() {
		slow(MAX_CANDIDACY).answerSavesByHand().advance(2 * LEASE).forgetEffects().scout(C, 7);
		assertThat(this.node.isSaving()).isTrue();
		assertThat(this.node.sent(ScoutingResponse.class)).isEmpty();
		this.node.completeSave();
		assertThat(this.node.lastTo(C, ScoutingResponse.class).granted()).isTrue();
		this.node.forgetEffects().scout(C, 8);
		assertThat(this.node.isSaving()).isFalse();
		assertThat(this.node.lastTo(C, ScoutingResponse.class).granted()).isTrue();
	}

	@Test
	void voterThatSavedInTimeTriesNoSave() {
		slow(MAX_CANDIDACY / 2 - MILLI).answerSavesByHand().advance(2 * LEASE).forgetEffects().scout(C, 7);
		assertThat(this.node.isSaving()).isFalse();
		assertThat(this.node.lastTo(C, ScoutingResponse.class).granted()).isTrue();
	}

	@Test
	void nodeWhoseVotesComeTooLateSaysSoWithBothFigures() {
		slow(450 * MILLI).advance(LEASE);
		assertThat(this.node.notices()).contains(Notice.STATE_SLOW);
		assertThat(this.node.view().problems()).singleElement()
			.asString()
			.contains("450 ms")
			.contains("398 ms")
			.contains("lease-duration");
	}

	@Test
	void nodeWhoseVotesComeInTimeHasNoProblem() {
		slow(397 * MILLI).advance(LEASE);
		assertThat(this.node.notices()).doesNotContain(Notice.STATE_SLOW);
		assertThat(this.node.view().problems()).isEmpty();
	}

}
