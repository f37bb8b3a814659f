package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.DRIFT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LOST_WAIT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which term a node proposes, and which it believes (rules 8 and 9).
 */
class TermTests {

	private static final long STRIDE = 1L << 20;

	private static final long HOUR = 3_600_000;

	private static final long DAY = 24 * HOUR;

	private static final long YEAR = 365 * DAY;

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private long wall() {
		return this.node.now().wallMillis();
	}

	/** A node of an old cluster: its term is far above every wall clock. */
	private long startFarAboveTheClock() {
		long term = wall() + YEAR;
		this.node.startClean(term).forgetEffects();
		return term;
	}

	private ProtocolFixture byTheClock() {
		return this.node.withoutDirectory().start(null).connectAll().advance(LOST_WAIT + 2 * HEARTBEAT);
	}

	private long proposed() {
		return this.node.untilItProposes().last(ElectionProposal.class).term();
	}

	// The next term

	@Test
	void nextTermIsTheHighestKnownPlusOneWhateverTheWallClockShows() {
		this.node.startClean(4).jumpWall(YEAR);
		assertThat(proposed()).isEqualTo(5);
	}

	@Test
	void firstTermOfANewClusterIsTheWallClock() {
		this.node.start(null).connectAll().advance(MILLI).tellNoState(B).tellNoState(C).untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isBetween(wall() - 1, wall());
	}

	@Test
	void firstTermOfANodeAloneIsTheWallClock() {
		ProtocolFixture one = ProtocolFixture.node(A, 1);
		long begin = one.now().wallMillis();
		one.start(null).advance(LEASE);
		assertThat(one.isLeading()).isTrue();
		assertThat(one.ballot().term()).isBetween(begin, one.now().wallMillis());
	}

	@Test
	void firstTermAboveAFloorOfTheWallClockIsTheWallClock() {
		byTheClock();
		this.node.advance(3 * LEASE).untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isEqualTo(wall());
	}

	@Test
	void termThatIsProposedIsTheOneThatWasScoutedForThoughTheClockGoesOn() {
		this.node.start(null).connectAll().advance(MILLI).tellNoState(B).tellNoState(C).untilItScouts();
		long scouted = this.node.last(ScoutingRequest.class).proposedTerm();
		this.node.jumpWall(HOUR).agree(B, 0).agree(C, 0);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(scouted);
	}

	// The floor of the wall clock

	@Test
	void underALeaderItAsksOnceALease() {
		byTheClock().follow(B, 70, LEASE).forgetEffects().follow(B, 70, 3 * LEASE);
		assertThat(this.node.sentTo(C, StateQuestion.class)).hasSizeBetween(2, 4);
	}

	@Test
	void answersOfThoseThatAreNoVotersDoNotReplaceTheFloor() {
		long floor = byTheClock().ballot().voteFloor();
		this.node.tellState(B, false, 70).tellState(C, true, 71);
		assertThat(this.node.ballot().voteFloor()).isEqualTo(floor);
	}

	@Test
	void answersToQuestionsOfTheWaitDoNotReplaceTheFloor() {
		this.node.withoutDirectory().start(null).connectAll().advance(HEARTBEAT);
		this.node.receive(B, new ElectionProposal(wall() + YEAR, LEASE, null));
		StateQuestion early = this.node.last(StateQuestion.class);
		this.node.advance(LOST_WAIT + 2 * HEARTBEAT);
		long floor = this.node.ballot().voteFloor();
		for (NodeId other : List.of(B, C)) {
			this.node.answer(other, new StateAnswer(70, early.round(), true, false, LEASE, DRIFT));
		}
		assertThat(this.node.ballot().voteFloor()).isEqualTo(floor);
	}

	@Test
	void openRoundBeginsAnewWhereTheLearnedFloorReachesItsTerm() {
		byTheClock().untilItScouts();
		long scouted = this.node.last(ScoutingRequest.class).proposedTerm();
		this.node.advance(HEARTBEAT).tellState(B, true, scouted + 5).tellState(C, true, scouted);
		assertThat(this.node.ballot().voteFloor()).isEqualTo(scouted + 5);
		assertThat(this.node.agree(B, 0).agree(C, 0).sent(ElectionProposal.class)).isEmpty();
		this.node.untilItScouts();
		assertThat(this.node.last(ScoutingRequest.class).proposedTerm()).isEqualTo(scouted + 6);
	}

	@Test
	void linkThatOpensBringsTheQuestionToAMemberThatHasNotAnswered() {
		byTheClock().disconnect(B).forgetEffects().connect(B);
		assertThat(this.node.sentTo(B, StateQuestion.class)).hasSize(1);
	}

	// What is believed

	@Test
	void termWithinAStrideOfTheHighestHeldIsBelieved() {
		long term = startFarAboveTheClock();
		assertThat(this.node.votesFor(B, term + STRIDE + 1)).isFalse();
		assertThat(this.node.lastTo(B, ElectionResponse.class).reason()).isEqualTo(Refusal.IMPLAUSIBLE_TERM);
		assertThat(this.node.votesFor(B, term + STRIDE)).isTrue();
	}

	@Test
	void termUpToADayAheadOfTheOwnWallClockIsBelieved() {
		this.node.startClean(4);
		assertThat(this.node.votesFor(B, wall() + DAY + 1)).isFalse();
		assertThat(this.node.votesFor(B, wall() + DAY)).isTrue();
	}

	@Test
	void whatAnEarlierStartWasToldDoesNotCount() {
		this.node.startClean(4);
		long ahead = wall() + YEAR;
		this.node.heartbeat(B, ahead, 1);
		long round = this.node.last(StateQuestion.class).round();
		for (NodeId other : List.of(B, C)) {
			this.node.receive(other, new StateAnswer(ahead, round, true, false, LEASE, DRIFT),
					this.node.incarnation() - 1);
		}
		assertThat(this.node.votesFor(B, ahead)).isFalse();
	}

	@Test
	void strideDoublesWithEachLeaseWithoutALeader() {
		long term = startFarAboveTheClock();
		this.node.disconnect(B).disconnect(C).advance(3 * LEASE - HEARTBEAT);
		assertThat(this.node.votesFor(B, term + 4 * STRIDE + 1)).isFalse();
		this.node.advance(2 * HEARTBEAT);
		assertThat(this.node.votesFor(B, term + 8 * STRIDE + 1)).isFalse();
		assertThat(this.node.votesFor(B, term + 8 * STRIDE)).isTrue();
	}

	@Test
	void strideStaysUnderALeader() {
		long term = startFarAboveTheClock();
		this.node.follow(B, term + 1, 20 * LEASE);
		assertThat(this.node.votesFor(C, term + 1 + STRIDE + 1)).isFalse();
		assertThat(this.node.lastTo(C, ElectionResponse.class).reason()).isEqualTo(Refusal.IMPLAUSIBLE_TERM);
	}

	@Test
	void nothingAboveTheHighestTermIsBelievedWhoeverNamesIt() {
		this.node.startClean(4).heartbeat(B, 1L << 62, 1).tellState(B, true, 1L << 62).tellState(C, true, 1L << 62);
		this.node.advance(40 * LEASE);
		assertThat(this.node.votesFor(B, Ballot.MAX_TERM + 1)).isFalse();
		assertThat(this.node.ballot().term()).isLessThan(1000);
		assertThat(this.node.votesFor(B, Ballot.MAX_TERM)).isTrue();
	}

	@Test
	void whatIsNotBelievedHasNoEffect() {
		this.node.startClean(4).heartbeat(B, 5, 1).forgetEffects();
		long ahead = wall() + YEAR;
		this.node.heartbeat(C, ahead, 1).propose(C, ahead).scout(C, ahead).cede(C, ahead, A, B);
		this.node.receive(C, new ElectionProposal(6, LEASE, new QuorumMessage.Ceded(B, 1, ahead)));
		assertThat(this.node.ballot().term()).isEqualTo(5);
		assertThat(this.node.state().leaderId()).isEqualTo(B);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).reason()).isEqualTo(Refusal.IMPLAUSIBLE_TERM);
		assertThat(this.node.lastTo(C, ElectionResponse.class).reason()).isEqualTo(Refusal.IMPLAUSIBLE_TERM);
		assertThat(this.node.sent(HeartbeatResponse.class)).isEmpty();
	}

	@Test
	void refusalWithATermThatIsNotBelievedIsNoAnswer() {
		this.node.startClean(4).untilItProposes().forgetEffects();
		this.node.refuse(B, 5, Refusal.HIGHER_TERM, wall() + YEAR).refuse(C, 5, Refusal.BELOW_FLOOR, wall() + YEAR);
		assertThat(this.node.state().roleState().proposal()).as("neither counts as a refusal").isNotNull();
		this.node.grant(C, 5);
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void answersThatAQuorumAgreesOnAreBelievedByOneThatLostItsState() {
		long ahead = wall() + YEAR;
		this.node.start(null).connectAll().advance(LOST_WAIT + MILLI);
		this.node.tellState(B, true, ahead).tellState(C, true, ahead + 3);
		assertThat(this.node.ballot().voter()).isTrue();
		assertThat(this.node.ballot().voteFloor()).isEqualTo(ahead + 3);
	}

	// What is told

	@Test
	void whoMeetsATermThatItDoesNotBelieveAsksAllAtOnceAndSaysSoWithBothClocks() {
		this.node.startClean(4).heartbeat(B, 5, 1).forgetEffects();
		long ahead = wall() + YEAR;
		this.node.propose(C, ahead).propose(C, ahead).propose(C, ahead);
		assertThat(this.node.sentTo(B, StateQuestion.class)).as("at most once a heartbeat").hasSize(1);
		assertThat(this.node.sentTo(C, StateQuestion.class)).hasSize(1);
		assertThat(this.node.notices()).containsOnlyOnce(Notice.TERM_DOUBTED);
		String told = this.node.effects()
			.stream()
			.filter((effect) -> effect instanceof Effect.Report<?> report && report.notice() == Notice.TERM_DOUBTED)
			.map((effect) -> ((Effect.Report<?>) effect).detail())
			.findFirst()
			.orElseThrow();
		assertThat(told).contains("'c'", String.valueOf(ahead), String.valueOf(wall()), "8760 hours");
		assertThat(this.node.view().problems()).containsExactly(told);
		this.node.follow(B, 5, 3 * LEASE);
		assertThat(this.node.view().problems()).isEmpty();
	}

	@Test
	void whoIsNotBelievedSaysSo() {
		this.node.startClean(4).untilItScouts().disagree(B, Refusal.IMPLAUSIBLE_TERM, 4);
		assertThat(this.node.notices()).contains(Notice.TERM_DOUBTED);
		assertThat(this.node.view().problems()).anySatisfy((problem) -> assertThat(problem)
			.startsWith("'b' does not believe term 5, which this node would propose"));
	}

	@Test
	void questionOfANodeWithATermThatIsNotBelievedIsAnswered() {
		this.node.startClean(4).forgetEffects().receive(B, new StateQuestion(wall() + YEAR, 3));
		assertThat(this.node.lastTo(B, StateAnswer.class).term()).isEqualTo(4);
		assertThat(this.node.notices()).doesNotContain(Notice.TERM_DOUBTED);
	}

	// The minimum term

	@Test
	void noTermUpToTheMinimumIsProposedOrVotedFor() {
		this.node.minimumTerm(1000).startClean(4);
		assertThat(this.node.votesFor(B, 1000)).isFalse();
		assertThat(this.node.lastTo(B, ElectionResponse.class).reason()).isEqualTo(Refusal.BELOW_FLOOR);
		assertThat(this.node.lastTo(B, ElectionResponse.class).term()).isEqualTo(1000);
		assertThat(proposed()).isEqualTo(1001);
	}

	@Test
	void termAboveTheMinimumIsBelievedHoweverFarItIs() {
		long minimum = 5_000_000_000_000L;
		this.node.minimumTerm(minimum).startClean(4);
		assertThat(this.node.votesFor(B, minimum + 1)).isTrue();
	}

	@Test
	void minimumAboveTheWallClockGoesBeforeItInANewCluster() {
		long minimum = 5_000_000_000_000L;
		this.node.minimumTerm(minimum).start(null).connectAll().advance(MILLI).tellNoState(B).tellNoState(C);
		assertThat(proposed()).isEqualTo(minimum + 1);
	}

	@Test
	void wallClockGoesBeforeALowerMinimumInANewCluster() {
		this.node.minimumTerm(1000).start(null).connectAll().advance(MILLI).tellNoState(B).tellNoState(C);
		assertThat(proposed()).isGreaterThan(wall() - LEASE / MILLI);
	}

	@Test
	void leaderBelowTheMinimumIsFollowed() {
		this.node.minimumTerm(1000).startClean(4).forgetEffects().heartbeat(B, 5, 1);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).hasSize(1);
	}

	@Test
	void nodeWithAMinimumThatNeverTookPartHasNoState() {
		this.node.minimumTerm(1000)
			.start(ProtocolFixture.cleanBallot(0))
			.connectAll()
			.receive(B, new StateQuestion(0, 3));
		assertThat(this.node.lastTo(B, StateAnswer.class).neverStood()).isTrue();
	}

}
