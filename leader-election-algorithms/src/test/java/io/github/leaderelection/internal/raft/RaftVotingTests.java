package io.github.leaderelection.internal.raft;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.raft.RaftNode.Sent;
import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.raft.RaftNode.B;
import static io.github.leaderelection.internal.raft.RaftNode.C;
import static io.github.leaderelection.internal.raft.RaftNode.LEASE;
import static io.github.leaderelection.internal.raft.RaftNode.MILLI;
import static io.github.leaderelection.internal.raft.RaftNode.incarnationOf;
import static io.github.leaderelection.internal.raft.RaftNode.proposal;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Claims}: what a member does with the questions of others.
 */
class RaftVotingTests {

	private static final Position FIVE = new Position(1, 5);

	private static final Position SIX = new Position(1, 6);

	private final RaftNode node = new RaftNode(1).start();

	private static ElectionResponse response(List<Sent> sent) {
		assertThat(sent).hasSize(1);
		return (ElectionResponse) sent.get(0).message();
	}

	private void assertVotedFor(long term, NodeId candidate) {
		assertThat(response(this.node.takeAnswers()).granted()).isTrue();
		assertThat(this.node.election().ballot().term()).isEqualTo(term);
		assertThat(this.node.election().ballot().vote())
			.isEqualTo(new Ballot.Vote(candidate, incarnationOf(candidate)));
	}

	private void assertRefused(Refusal reason) {
		ElectionResponse response = response(this.node.takeAnswers());
		assertThat(response.granted()).isFalse();
		assertThat(response.reason()).isEqualTo(reason);
	}

	private long claim() {
		assertThat(this.node.raftState().claims()).hasSize(1);
		return this.node.raftState().claims().get(0).request();
	}

	private long recheck() {
		RaftState.Recheck recheck = this.node.raftState().due();
		assertThat(recheck).isNotNull();
		return recheck.request();
	}

	@Test
	void aProposalIsJudgedByAPositionReadAfterItArrived() {
		this.node.receive(B, proposal(1), FIVE);
		assertThat(this.node.takeAnswers()).isEmpty();
		assertThat(this.node.readings()).isEqualTo(1);

		this.node.tell(FIVE);
		assertVotedFor(1, B);
		assertThat(this.node.readings()).isZero();
	}

	@Test
	void aCandidateThatIsAheadHasTheVote() {
		this.node.receive(B, proposal(1), new Position(2, 0)).tell(new Position(1, 99));
		assertVotedFor(1, B);
	}

	@Test
	void aCandidateThatIsBehindIsRefusedAndTheVoteIsKeptForAnother() {
		this.node.receive(B, proposal(3), FIVE).tell(SIX);
		assertRefused(Refusal.BEHIND);
		assertThat(this.node.election().ballot().vote()).isNull();

		this.node.receive(C, proposal(3), SIX).tell(SIX);
		assertVotedFor(3, C);
	}

	@Test
	void aCandidateThatNamesNoPositionHoldsNothing() {
		this.node.receive(B, proposal(1), null).tell(new Position(0, 1));
		assertRefused(Refusal.BEHIND);
		this.node.receive(B, proposal(1), null).tell(Position.NONE);
		assertVotedFor(1, B);
	}

	@Test
	void aPositionThatCannotBeReadIsARefusalAndTheOperatorHearsOfIt() {
		this.node.receive(B, proposal(1), FIVE).tell(null);
		assertRefused(Refusal.POSITION_UNKNOWN);
		assertThat(this.node.election().ballot().vote()).isNull();
		assertThat(this.node.notices()).contains(Notice.POSITION_UNKNOWN);
	}

	@Test
	void thePositionOfOneQuestionIsNotUsedForTheNext() {
		this.node.receive(B, new ScoutingRequest(0, 1, 1), FIVE).tell(FIVE);
		assertThat(((ScoutingResponse) this.node.takeAnswers().get(0).message()).granted()).isTrue();

		this.node.receive(B, proposal(1), FIVE);
		assertThat(this.node.takeAnswers()).isEmpty();
		this.node.tell(SIX);
		assertRefused(Refusal.BEHIND);
	}

	@Test
	void aScoutThatIsBehindIsRefusedAndNobodyGivesWayToIt() {
		long attempt = this.node.due(NominationTimer.ATTEMPT);
		this.node.receive(B, new ScoutingRequest(0, 7, 1), FIVE).tell(SIX);

		ScoutingResponse response = (ScoutingResponse) this.node.takeAnswers().get(0).message();
		assertThat(response.granted()).isFalse();
		assertThat(response.reason()).isEqualTo(Refusal.BEHIND);
		assertThat(response.round()).isEqualTo(7);
		assertThat(this.node.due(NominationTimer.ATTEMPT)).isEqualTo(attempt);
	}

	@Test
	void aVoteOnceGivenStandsWhateverThePositionHasBecome() {
		this.node.receive(B, proposal(1), FIVE).tell(FIVE).takeAnswers();

		this.node.receive(B, proposal(1), FIVE);
		assertThat(this.node.readings()).isZero();
		assertVotedFor(1, B);
	}

	@Test
	void aRepeatedProposalAsksTheApplicationOnce() {
		this.node.receive(B, proposal(1), FIVE).receive(B, proposal(1), FIVE).receive(B, proposal(1), FIVE);
		assertThat(this.node.readings()).isEqualTo(1);
		this.node.tell(FIVE);
		assertVotedFor(1, B);
	}

	@Test
	void aReadingThatNeverEndsIsGivenUpAfterALease() {
		this.node.receive(B, proposal(1), FIVE);
		long first = claim();
		this.node.pass(LEASE - MILLI).receive(B, proposal(1), FIVE);
		assertThat(claim()).isEqualTo(first);
		this.node.pass(MILLI).receive(B, proposal(1), FIVE);
		assertThat(claim()).isNotEqualTo(first);
		this.node.tell(FIVE);
		assertVotedFor(1, B);
	}

	@Test
	void aNewerProposalOfAMemberTakesThePlaceOfItsOlderOne() {
		this.node.receive(B, proposal(1), FIVE);
		long older = claim();
		this.node.receive(B, proposal(2), FIVE);
		this.node.feed(new Event.PositionRead<>(older, FIVE));
		assertThat(this.node.takeAnswers()).isEmpty();
		this.node.tell(FIVE);
		assertVotedFor(2, B);
	}

	@Test
	void whatABackedLeaderStandsAgainstNeedsNoPosition() {
		this.node.beat(C, 1).takeAnswers();
		this.node.receive(B, new ScoutingRequest(1, 1, 2), FIVE);
		assertThat(this.node.readings()).isZero();
		assertThat(((ScoutingResponse) this.node.takeAnswers().get(0).message()).reason())
			.isEqualTo(Refusal.BACKED_LEADER);
	}

	/** The leader brings this node further after the position was read first. */
	@Test
	void aHeldProposalIsJudgedByAPositionReadAfterTheLeadersPromiseEnded() {
		holdProposalOfB();

		this.node.pass(60 * MILLI);
		assertThat(this.node.takeAnswers()).isEmpty();
		assertThat(this.node.readings()).isEqualTo(1);
		this.node.tell(SIX);
		assertRefused(Refusal.BEHIND);
		assertThat(this.node.election().ballot().vote()).isNull();
		assertThat(this.node.election().waitingProposals()).isEmpty();
	}

	@Test
	void aHeldProposalHasTheVoteIfNothingWasWrittenMeanwhile() {
		holdProposalOfB();
		this.node.pass(60 * MILLI).tell(FIVE);
		assertVotedFor(2, B);
	}

	@Test
	void aHeldProposalIsRefusedIfThePositionCannotBeReadAgain() {
		holdProposalOfB();
		this.node.pass(60 * MILLI).tell(null);
		assertRefused(Refusal.POSITION_UNKNOWN);
	}

	private void holdProposalOfB() {
		this.node.beat(C, 1).takeAnswers();
		this.node.pass(LEASE - 50 * MILLI);
		this.node.takeAnswers();
		this.node.receive(B, proposal(2), FIVE).tell(FIVE);
		assertThat(this.node.takeAnswers()).isEmpty();
		assertThat(this.node.election().waitingProposals()).hasSize(1);
	}

	@Test
	void aReadingThatBeganUnderThePromiseToTheLeaderIsNotEnoughAfterIt() {
		this.node.beat(C, 1).takeAnswers();
		this.node.pass(LEASE - 5 * MILLI);
		this.node.takeAnswers();
		this.node.receive(B, proposal(2), FIVE);
		this.node.pass(10 * MILLI);
		this.node.tell(FIVE);
		assertThat(this.node.takeAnswers()).isEmpty();
		assertThat(this.node.readings()).isEqualTo(1);

		this.node.tell(SIX);
		assertRefused(Refusal.BEHIND);
	}

	@Test
	void aReadingDuringWhichAnotherLedForAMomentIsNotEnough() {
		this.node.receive(B, proposal(2), FIVE);
		this.node.beat(C, 1);
		this.node.receive(C, new QuorumMessage.LeadershipCession(1, List.of(), false), null).takeAnswers();
		this.node.tell(FIVE);
		assertThat(this.node.takeAnswers()).isEmpty();
		assertThat(this.node.readings()).isEqualTo(1);
		this.node.tell(SIX);
		assertRefused(Refusal.BEHIND);
	}

	/** The answer is handled before the timer that ends the lease. */
	@Test
	void aReadingThatBeganUnderTheOwnLeaseIsNotEnoughAfterIt() {
		this.node.pass(this.node.due(NominationTimer.ATTEMPT) - this.node.nanos()).tellOwn(FIVE);
		ScoutingRequest request = (ScoutingRequest) this.node.takeSent().get(0).message();
		this.node
			.receive(B, new ScoutingResponse(0, request.round(), true, Refusal.NONE, null, 0, 0), null,
					RaftNode.INCARNATION)
			.tellOwn(FIVE)
			.receive(B, new ElectionResponse(1, 1, true, Refusal.NONE, LEASE), null, RaftNode.INCARNATION);
		assertThat(this.node.leads()).isTrue();
		this.node.pass(this.node.due(NominationTimer.LEASE) - this.node.nanos() - MILLI);
		assertThat(this.node.election().leaderId()).isEqualTo(NodeId.of("a"));
		this.node.takeAnswers();

		this.node.receive(C, proposal(5), FIVE).skip(2 * MILLI).tell(FIVE);
		assertThat(this.node.takeAnswers()).isEmpty();
		assertThat(this.node.readings()).isEqualTo(1);
		this.node.tell(SIX);
		assertRefused(Refusal.BEHIND);
	}

	@Test
	void ifNoAnswerComesBeforeHeldProposalsAreJudgedTheApplicationIsAskedAgain() {
		holdProposalOfB();
		this.node.pass(60 * MILLI);
		long first = recheck();
		this.node.pass(LEASE);
		assertThat(recheck()).isNotEqualTo(first);
		assertThat(this.node.takeAnswers()).isEmpty();
	}

	@Test
	void whatTheFollowedLeaderWroteSinceItAskedDoesNotCountAgainstIt() {
		this.node.beat(C, 3).takeAnswers();
		this.node.receive(C, proposal(5), new Position(3, 5)).tell(new Position(3, 9));
		assertVotedFor(5, C);
	}

	@Test
	void entriesOfAnOlderReignCountAgainstTheFollowedLeaderToo() {
		this.node.beat(C, 3).takeAnswers();
		this.node.receive(C, proposal(5), new Position(2, 5)).tell(new Position(2, 9));
		assertRefused(Refusal.BEHIND);
		this.node.receive(C, proposal(5), new Position(2, 5)).tell(new Position(3, 1));
		assertRefused(Refusal.BEHIND);
	}

	@Test
	void theFollowersOfALeaderAreMeasuredByItsEntriesOnlyTowardsItself() {
		this.node.beat(C, 3).takeAnswers();
		this.node.pass(LEASE + MILLI);
		this.node.takeAnswers();
		this.node.receive(B, proposal(5), new Position(3, 5)).tell(new Position(3, 9));
		assertRefused(Refusal.BEHIND);
	}

	@Test
	void strangersMakeTheApplicationAnswerNothing() {
		this.node.receive(NodeId.of("z"), proposal(1), SIX);
		assertThat(this.node.readings()).isZero();
		assertThat(this.node.election().ballot().vote()).isNull();
	}

}
