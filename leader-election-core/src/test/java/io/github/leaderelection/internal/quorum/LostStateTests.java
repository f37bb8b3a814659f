package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.DRIFT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LOST_WAIT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.START_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node that finds no saved state, with a state directory and without one (rule 8).
 */
class LostStateTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private ProtocolFixture askingFive() {
		return ProtocolFixture.node(A, 5).start(null).connectAll().forgetEffects().advance(LOST_WAIT + MILLI);
	}

	@Test
	void newIdentityIsSavedAsNotYetAVoterBeforeTheFirstAnswer() {
		this.node.answerSavesByHand().start(null).connectAll().propose(B, 5);
		assertThat(this.node.sends()).isEmpty();
		this.node.completeSave();
		Ballot first = this.node.lastSave();
		assertThat(first.voter()).isFalse();
		assertThat(first.identity()).isNotEmpty();
		assertThat(this.node.lastTo(B, ElectionResponse.class).reason()).isEqualTo(Refusal.NOT_A_VOTER);
	}

	@Test
	void nothingButTheEndOfTheProcedureMakesAVoter() {
		this.node.start(null).connectAll().heartbeat(B, 7, 1).propose(C, 9).scout(C, 9).advance(20 * LEASE);
		assertThat(this.node.ballot().voter()).isFalse();
		assertThat(this.node.sentTo(B, StateQuestion.class)).as("it goes on asking").hasSizeGreaterThan(100);
		assertThat(this.node.votesFor(B, 99)).isFalse();
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void waitIsAsLongAsAPromiseAndTheLongestCandidacy() {
		this.node.start(null).connectAll().advance(LOST_WAIT - MILLI);
		assertThat(this.node.state().startup().phase()).isEqualTo(Startup.Phase.LOST_WAITING);
		this.node.advance(2 * MILLI);
		assertThat(this.node.state().startup().phase()).isEqualTo(Startup.Phase.LOST_ASKING);
		assertThat(LOST_WAIT).isEqualTo(START_WAIT + Timing.longestCandidacy(LEASE, DRIFT));
	}

	@Test
	void asManyVotersAsMakeAQuorumMustAnswer() {
		ProtocolFixture five = askingFive();
		five.tellState(B, true, 7).tellState(C, true, 8).tellState(B, true, 7);
		assertThat(five.ballot().voter()).isFalse();
		five.tellState(D, true, 6);
		assertThat(five.ballot().voter()).isTrue();
		assertThat(five.ballot().term()).isEqualTo(8);
	}

	@Test
	void twoNodesNeedTheOneOther() {
		ProtocolFixture two = ProtocolFixture.node(A, 2).start(null).connectAll().advance(LOST_WAIT + MILLI);
		two.tellState(B, true, 7);
		assertThat(two.ballot().voter()).isTrue();
		assertThat(two.ballot().voteFloor()).isEqualTo(7);
	}

	@Test
	void neverVotesInATermItFollowedMeanwhile() {
		this.node.start(null).connectAll().heartbeat(B, 9, 1).advance(LOST_WAIT + LEASE);
		this.node.tellState(B, true, 7).tellState(C, true, 7);
		assertThat(this.node.ballot().voter()).isTrue();
		assertThat(this.node.votesFor(C, 9)).isFalse();
	}

	@Test
	void learnedTermAndTheClearedMarkGoInOneSave() {
		this.node.start(null).connectAll().advance(LOST_WAIT + MILLI).tellState(B, true, 7).tellState(C, true, 7);
		assertThat(this.node.saves()).allSatisfy((ballot) -> {
			assertThat(ballot.voter() && ballot.voteFloor() < 7).isFalse();
			assertThat(ballot.voter() && ballot.term() < 7).isFalse();
		});
		assertThat(this.node.notices()).contains(Notice.VOTER);
	}

	@Test
	void afterALargerSpanOnlyAnswersToANewQuestionCount() {
		this.node.start(null).connectAll().advance(10 * LEASE);
		long old = this.node.last(StateQuestion.class).round();
		StateAnswer answer = new StateAnswer(7, old, true, false, 3 * LEASE / 2, DRIFT);
		this.node.answer(B, answer).advance(MILLI);
		assertThat(this.node.last(StateQuestion.class).round()).isGreaterThan(old);
		this.node.answer(B, answer).answer(C, answer);
		assertThat(this.node.ballot().voter()).isFalse();
		this.node.tellState(B, true, 7).tellState(C, true, 7);
		assertThat(this.node.ballot().voter()).isTrue();
	}

	@Test
	void newClusterWaitsForNothing() {
		this.node.start(null).connectAll().advance(MILLI).tellNoState(B);
		assertThat(this.node.ballot().voter()).isFalse();
		this.node.advance(HEARTBEAT).tellNoState(C);
		assertThat(this.node.ballot().voter()).as("answers to one start add up").isTrue();
		assertThat(this.node.votesFor(B, 1)).isTrue();
	}

	@Test
	void answersNoStateToAnEarlierStartDoNotAddUp() {
		this.node.start(null).connectAll().advance(MILLI).tellNoState(B).crashAndRestart().advance(MILLI);
		this.node.tellNoState(C);
		assertThat(this.node.ballot().voter()).isFalse();
	}

	@Test
	void voterThatNeverTookPartHasNeverStood() {
		this.node.start(ProtocolFixture.cleanBallot(0)).connectAll().receive(B, new StateQuestion(0, 3));
		StateAnswer answer = this.node.lastTo(B, StateAnswer.class);
		assertThat(answer.neverStood()).isTrue();
		assertThat(answer.voter()).isTrue();
		assertThat(answer.round()).isEqualTo(3);
	}

	@Test
	void voterThatFollowedALeaderMayHaveStood() {
		this.node.start(ProtocolFixture.cleanBallot(0))
			.connectAll()
			.heartbeat(C, 1, 1)
			.receive(B, new StateQuestion(0, 3));
		assertThat(this.node.lastTo(B, StateAnswer.class).neverStood()).isFalse();
		assertThat(this.node.lastTo(B, StateAnswer.class).term()).isEqualTo(1);
	}

	@Test
	void voterThatVotedMayHaveStood() {
		this.node.start(ProtocolFixture.cleanBallot(0)).connectAll().propose(C, 1).receive(B, new StateQuestion(0, 3));
		assertThat(this.node.lastTo(B, StateAnswer.class).neverStood()).isFalse();
	}

	@Test
	void whoNeverVotesHasNeverStoodWhateverTermItHasMet() {
		this.node.start(null).connectAll().heartbeat(C, 7, 1).receive(B, new StateQuestion(0, 3));
		StateAnswer answer = this.node.lastTo(B, StateAnswer.class);
		assertThat(answer.neverStood()).isTrue();
		assertThat(answer.voter()).isFalse();
		assertThat(answer.term()).isEqualTo(7);
	}

	@Test
	void memberThatHasMetATermThatIsNotBelievedIsNotNew() {
		this.node.start(null).connectAll().advance(MILLI).tellNeverStood(B, Long.MAX_VALUE / 2).tellNoState(C);
		assertThat(this.node.ballot().voter()).isFalse();
	}

	@Test
	void answerNamesTheLargestSpanAndDrift() {
		this.node.start(ProtocolFixture.ballot(4).withSpan(3 * LEASE, 0.2)).connectAll();
		this.node.receive(B, new StateQuestion(0, 3));
		StateAnswer answer = this.node.lastTo(B, StateAnswer.class);
		assertThat(answer.spanNanos()).isEqualTo(3 * LEASE);
		assertThat(answer.drift()).isEqualTo(0.2);
	}

	@Test
	void heartbeatsAreFollowedMeanwhile() {
		this.node.start(null).connectAll().heartbeat(B, 7, 1);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class).term()).isEqualTo(7);
		assertThat(this.node.lastSave().term()).isEqualTo(7);
		assertThat(this.node.lastSave().voter()).isFalse();
	}

	@Test
	void forgottenVoteIsOverByTheSlowestClockBeforeAnythingIsPromisedByTheFastest() {
		long countedAtMost = (long) (Timing.voteCounts(LEASE) / (1 - DRIFT));
		long silentAtLeast = (long) (Timing.longestCandidacy(LEASE, DRIFT) / (1 + DRIFT));
		assertThat(silentAtLeast).isGreaterThan(countedAtMost);
	}

	@Test
	void scoutIsRefusedMeanwhile() {
		this.node.start(null).connectAll().scout(B, 7);
		assertThat(this.node.lastTo(B, ScoutingResponse.class).reason()).isEqualTo(Refusal.NOT_A_VOTER);
	}

	@Test
	void failedSaveOfTheClearedMarkBeginsTheProcedureAgain() {
		this.node.start(null).connectAll().advance(LOST_WAIT + MILLI).tellState(B, true, 7);
		this.node.answerSavesByHand().tellState(C, true, 7).failSave();
		assertThat(this.node.ballot().voter()).isFalse();
		assertThat(this.node.state().startup().phase()).isEqualTo(Startup.Phase.LOST_WAITING);
		assertThat(this.node.votesFor(B, 8)).isFalse();
	}

	// Without a state directory

	private long wall() {
		return this.node.now().wallMillis();
	}

	private void becomeVoterByTheClock() {
		this.node.withoutDirectory().start(null).connectAll().advance(LOST_WAIT + 2 * HEARTBEAT);
	}

	@Test
	void withoutADirectoryTheFloorIsTheWallClockAtTheEndOfTheWait() {
		long begin = wall();
		becomeVoterByTheClock();
		assertThat(this.node.ballot().voter()).isTrue();
		assertThat(this.node.ballot().voteFloor()).isBetween(begin + LOST_WAIT / MILLI, wall());
	}

	@Test
	void refusalBelowTheFloorNamesTheFloor() {
		becomeVoterByTheClock();
		long floor = this.node.ballot().voteFloor();
		this.node.propose(B, floor).scout(C, floor);
		assertThat(this.node.lastTo(B, ElectionResponse.class).reason()).isEqualTo(Refusal.BELOW_FLOOR);
		assertThat(this.node.lastTo(B, ElectionResponse.class).term()).isEqualTo(floor);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).reason()).isEqualTo(Refusal.BELOW_FLOOR);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).term()).isEqualTo(floor);
		assertThat(this.node.votesFor(B, floor + 1)).isTrue();
	}

	@Test
	void heartbeatsBelowTheFloorAreFollowed() {
		becomeVoterByTheClock();
		this.node.heartbeat(B, this.node.ballot().voteFloor() - 5000, 1);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).hasSize(1);
	}

	@Test
	void ownCandidaciesTakeTheWallClock() {
		becomeVoterByTheClock();
		this.node.advance(2 * LEASE).untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isBetween(wall() - LEASE / MILLI, wall());
	}

	@Test
	void votersThatCanBeAskedGoBeforeTheWallClock() {
		this.node.withoutDirectory().start(null).connectAll().advance(LOST_WAIT + MILLI);
		long ahead = wall() + 5000;
		this.node.tellState(B, true, ahead).tellState(C, true, 7);
		assertThat(this.node.ballot().voteFloor()).isEqualTo(ahead);
	}

	@Test
	void floorIsNeverBelowATermFollowedMeanwhile() {
		long ahead = wall() + 3_600_000;
		this.node.withoutDirectory().start(null).connectAll().heartbeat(B, ahead, 1).advance(LOST_WAIT + 2 * HEARTBEAT);
		assertThat(this.node.ballot().voter()).isTrue();
		this.node.advance(2 * LEASE);
		assertThat(this.node.votesFor(C, ahead)).isFalse();
	}

	@Test
	void floorIsNeverBelowATermLearnedFromAVoter() {
		this.node.withoutDirectory().start(null).connectAll().advance(LOST_WAIT + MILLI);
		long ahead = wall() + 3_600_000;
		this.node.tellState(B, true, ahead).advance(2 * HEARTBEAT);
		assertThat(this.node.ballot().voter()).isTrue();
		assertThat(this.node.ballot().voteFloor()).isGreaterThanOrEqualTo(ahead);
	}

	@Test
	void withoutADirectoryNobodyTakesTheClusterForNew() {
		this.node.withoutDirectory().start(null).connectAll().advance(HEARTBEAT);
		StateAnswer answer = new StateAnswer(0, 1, false, true, LEASE, DRIFT);
		for (NodeId other : this.node.others()) {
			this.node.answer(other, answer);
		}
		assertThat(this.node.ballot().voter()).isFalse();
	}

}
