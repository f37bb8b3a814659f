package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.E;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader that meets a higher term, another leader, or a challenger (rule 10).
 */
class RaisingTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 5);

	private ProtocolFixture leading() {
		return this.node.startClean(4).elect().lead(LEASE, B, C, D, E).forgetEffects();
	}

	private ProtocolFixture stale(long term) {
		return this.node.answer(E, new StaleHeartbeat(term, null));
	}

	@Test
	void leaderThatMeetsAHigherTermProposesAboveItAndGoesOnLeading() {
		leading();
		stale(9);
		assertThat(this.node.isLeading()).isTrue();
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(10);
		assertThat(this.node.sent(ElectionProposal.class)).hasSize(4);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		assertThat(this.node.state().role()).isEqualTo(Role.LEADER);
	}

	@Test
	void ownVoteForTheRaisedTermIsSavedBeforeItIsProposed() {
		leading().answerSavesByHand();
		stale(9);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		this.node.completeSave();
		assertThat(this.node.lastSave().term()).isEqualTo(10);
		assertThat(this.node.lastSave().vote().candidate()).isEqualTo(A);
		assertThat(this.node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void nothingIsRaisedWhileNoQuorumIsHeard() {
		leading().advance(500 * MILLI).forgetEffects();
		stale(9);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.ballot().term()).isEqualTo(5);
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void votesThatComeAfterTheLeaseTheyWouldGiveWinNothing() {
		leading();
		stale(9).grant(B, 10).lead(800 * MILLI, C, D, E);
		this.node.pause(150 * MILLI).grant(C, 10).grant(D, 10);
		assertThat(this.node.state().wonTerm()).isEqualTo(5);
	}

	@Test
	void raiseThatCouldNotBeSavedIsNotProposedWhenSavingWorksAgain() {
		leading().answerSavesByHand();
		stale(9).failSave().lead(LEASE, B, C).completeSave().lead(2 * HEARTBEAT, B, C);
		assertThat(this.node.ballot().term()).isEqualTo(5);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void proposalIsNotRepeatedWhileNoQuorumIsHeard() {
		leading();
		stale(9).advance(500 * MILLI).forgetEffects().advance(2 * HEARTBEAT);
		assertThat(this.node.sent(LeaderHeartbeat.class)).isNotEmpty();
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void stillHigherTermIsRaisedAboveAgain() {
		leading();
		stale(9).refuse(E, 10, Refusal.HIGHER_TERM, 14);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(15);
		this.node.grant(B, 10).grant(C, 10).grant(D, 10);
		assertThat(this.node.state().wonTerm()).as("votes of the term given up").isEqualTo(5);
		this.node.grant(B, 15).grant(C, 15);
		assertThat(this.node.state().wonTerm()).isEqualTo(15);
	}

	@Test
	void attemptEndsWithTheLeaseAndNeverTurnsIntoACandidacy() {
		leading();
		stale(9).forgetEffects().advance(LEASE);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.LEASE_EXPIRED);
		assertThat(this.node.state().roleState().proposal()).isNull();
		this.node.forgetEffects().grant(B, 10).grant(C, 10).grant(D, 10);
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
		assertThat(this.node.isLeading()).isFalse();
	}

	@Test
	void cessionAfterTheRevocationNamesTheHighestTermProposed() {
		leading();
		stale(9).forgetEffects().advance(LEASE);
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(10);
	}

	@Test
	void leaderWithALiveLeaseVotesForNobodyAndRaisesAboveTheChallenger() {
		leading().propose(E, 9);
		ElectionResponse response = this.node.lastTo(E, ElectionResponse.class);
		assertThat(response.granted()).isFalse();
		assertThat(response.reason()).isEqualTo(Refusal.BACKED_LEADER);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(10);
	}

	@Test
	void leaderWithoutAQuorumHoldsAProposalUntilItsLeaseEnds() {
		leading().advance(700 * MILLI).forgetEffects().propose(E, 9);
		assertThat(this.node.sent(ElectionResponse.class)).isEmpty();
		assertThat(this.node.isLeading()).isTrue();
		this.node.advance(LEASE - 700 * MILLI);
		assertThat(this.node.isLeading()).isFalse();
		assertThat(this.node.lastTo(E, ElectionResponse.class).granted()).isTrue();
	}

	@Test
	void heartbeatOfAHigherTermEndsLeadershipWhateverTheLease() {
		leading().heartbeat(B, 6, 1);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.SUPERSEDED);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class).term()).isEqualTo(6);
		assertThat(this.node.view().leader().id()).isEqualTo(B);
	}

	@Test
	void heartbeatOfALowerTermIsRefusedAndNeverAnsweredWithAHeartbeat() {
		leading().heartbeat(B, 4, 1);
		assertThat(this.node.lastTo(B, StaleHeartbeat.class)).isEqualTo(new StaleHeartbeat(5, A));
		assertThat(this.node.sent(LeaderHeartbeat.class)).isEmpty();
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void twoLeadersOfOneTermBothStandDown() {
		leading().heartbeat(B, 5, 1);
		assertThat(this.node.notices()).contains(Notice.CONFLICT);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.SUPERSEDED);
		StaleHeartbeat told = this.node.lastTo(B, StaleHeartbeat.class);
		ProtocolFixture other = ProtocolFixture.node(B, 5).startClean(4).elect().forgetEffects();
		other.answer(A, told);
		assertThat(other.notices()).contains(Notice.CONFLICT);
		assertThat(other.isLeading()).isFalse();
	}

	@Test
	void raiseThatCouldNotBeSavedIsForgottenButNotAnEarlierOneThatWasSent() {
		leading();
		stale(9).answerSavesByHand();
		stale(14).failSave().forgetEffects().advance(LEASE);
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(10);
	}

	@Test
	void leaseThatEndedWhileTheRaiseWasSavedInVainCedesNoTermThatWasNotSaved() {
		leading().answerSavesByHand();
		stale(9).advance(LEASE).failSave();
		assertThat(this.node.last(LeadershipCession.class).term()).isEqualTo(5);
	}

	@Test
	void leaderOnASlowDiskKeepsItsLeaseWhileItsRaiseIsSaved() {
		leading().answerSavesByHand();
		stale(9).lead(3 * LEASE, B, C);
		assertThat(this.node.isLeading()).isTrue();
		assertThat(this.node.last(LeaderHeartbeat.class).term()).isEqualTo(5);
		this.node.completeSave();
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(10);
	}

	@Test
	void theRaiseGoesAboveTheTermMetByOneWhateverTheWallClockShows() {
		ProtocolFixture three = ProtocolFixture.node(A, 3).withoutDirectory().start(null).connectAll();
		three.advance(2 * LEASE).elect().lead(LEASE, B, C).forgetEffects();
		long met = three.ballot().term() + 1;
		three.answer(C, new StaleHeartbeat(met, null));
		assertThat(three.last(ElectionProposal.class).term()).isEqualTo(met + 1);
	}

	@Test
	void withoutADirectoryTheRaiseGoesAboveAFloorThatAVoterNamed() {
		ProtocolFixture three = ProtocolFixture.node(A, 3).withoutDirectory().start(null).connectAll();
		three.advance(2 * LEASE).elect().lead(LEASE, B, C).forgetEffects();
		three.answer(C, new StaleHeartbeat(three.ballot().term() + 1, null));
		long proposed = three.last(ElectionProposal.class).term();
		long floor = proposed + 5000;
		three.refuse(B, proposed, Refusal.BELOW_FLOOR, floor).lead(2 * LEASE, B);
		assertThat(three.isLeading()).isTrue();
		assertThat(three.last(ElectionProposal.class).term()).isGreaterThan(floor);
	}

}
