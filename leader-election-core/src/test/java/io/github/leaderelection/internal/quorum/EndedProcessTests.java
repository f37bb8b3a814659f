package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.START_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node does when it learns that a process of another member has ended (rule 19).
 */
class EndedProcessTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private ProtocolFixture ended(NodeId member, long incarnation) {
		return this.node.feed(new Event.ProcessEnded<>(member, incarnation));
	}

	private ProtocolFixture endedNow(NodeId member) {
		return ended(member, this.node.incarnationOf(member));
	}

	@Test
	void promiseToTheEndedLeaderEnds() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(MILLI);
		assertThat(this.node.votesFor(C, 6)).isFalse();
		endedNow(B);
		assertThat(this.node.votesFor(C, 7)).isTrue();
	}

	@Test
	void promiseToALaterStartStays() {
		long earlier = this.node.incarnationOf(B);
		this.node.restarted(B).startClean(4).heartbeat(B, 5, 1).advance(MILLI);
		ended(B, earlier);
		assertThat(this.node.votesFor(C, 6)).isFalse();
		assertThat(this.node.state().leaderId()).isEqualTo(B);
	}

	@Test
	void strangerThatEndedIsNobody() {
		this.node.startClean(4).heartbeat(B, 5, 1).forgetEffects();
		ended(NodeId.of("z"), this.node.incarnationOf(B));
		assertThat(this.node.effects()).isEmpty();
		assertThat(this.node.votesFor(C, 6)).isFalse();
	}

	@Test
	void startWaitStays() {
		this.node.startCrashed(4).heartbeat(B, 5, 1).advance(MILLI);
		endedNow(B);
		assertThat(this.node.votesFor(C, 6)).isFalse();
		this.node.advance(START_WAIT - 2 * MILLI);
		assertThat(this.node.votesFor(C, 7)).isFalse();
		this.node.advance(2 * MILLI);
		assertThat(this.node.votesFor(C, 8)).isTrue();
	}

	@Test
	void heartbeatStillUnderWayRenewsNothing() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(MILLI);
		endedNow(B).forgetEffects().heartbeat(B, 5, 2);
		assertThat(this.node.sent(HeartbeatResponse.class)).isEmpty();
		assertThat(this.node.state().leaderId()).isNull();
		assertThat(this.node.votesFor(C, 6)).isTrue();
	}

	@Test
	void proposalStillUnderWayGetsNoVote() {
		this.node.startClean(4);
		endedNow(B);
		assertThat(this.node.votesFor(B, 5)).isFalse();
		assertThat(this.node.ballot().vote()).isNull();
	}

	@Test
	void nextStartOfThatMemberIsFollowed() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(MILLI);
		endedNow(B);
		this.node.restarted(B).forgetEffects().heartbeat(B, 6, 1);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).hasSize(1);
		assertThat(this.node.state().leaderId()).isEqualTo(B);
	}

	@Test
	void firstInRankStandsAtOnce() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, A, C).advance(MILLI).forgetEffects();
		endedNow(B).advance(0);
		assertThat(this.node.effects(Effect.LeaderLost.class)).hasSize(1);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
		this.node.agree(C, 0);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(6);
	}

	@Test
	void roundThatWaitedForThePromiseProposesAtOnce() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, A, C).advance(MILLI).disconnect(B).advance(0);
		this.node.agree(C, 0).advance(100 * MILLI);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		endedNow(B);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(6);
	}

	@Test
	void memberThatHasNotLearnedItYetIsAskedAgain() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, A, C).advance(MILLI).disconnect(B).advance(0);
		this.node.agree(C, LEASE).forgetEffects();
		endedNow(B).advance(0);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.sentTo(C, ScoutingRequest.class)).hasSize(1);
		this.node.agree(C, 0);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(6);
	}

	@Test
	void memberThatStillHeardTheLeaderIsAskedAgain() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, A, C).advance(MILLI);
		endedNow(B).advance(0);
		this.node.disagree(C, Refusal.BACKED_LEADER, 5).forgetEffects().advance(16 * MILLI);
		assertThat(this.node.sentTo(C, ScoutingRequest.class)).isNotEmpty();
		this.node.agree(C, 0);
		assertThat(this.node.last(ElectionProposal.class).term()).isEqualTo(6);
	}

	@Test
	void othersPromisesAreWaitedFor() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, A, C).advance(MILLI);
		endedNow(B).advance(0);
		this.node.agree(C, LEASE / 2).advance(LEASE / 2 - 50 * MILLI);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void scoutThatWasLetGoFirstHasLessToWait() {
		this.node.startClean(4).heartbeatNaming(B, 5, 1, C, A).advance(MILLI).disconnect(B).scout(C, 6);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).promiseRemainingNanos()).isPositive();
		endedNow(B).forgetEffects().scout(C, 6);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).promiseRemainingNanos()).isZero();
		this.node.advance(100 * MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void leaderGoesOnLeading() {
		this.node.startClean(4).elect().lead(LEASE / 2, B, C);
		long end = this.node.lease().endNanos();
		endedNow(B).forgetEffects();
		assertThat(this.node.isLeading()).isTrue();
		assertThat(this.node.lease().endNanos()).isEqualTo(end);
	}

	@Test
	void heldProposalIsJudgedAtOnce() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - 100 * MILLI).forgetEffects().propose(C, 6);
		assertThat(this.node.state().waitingProposals()).hasSize(1);
		endedNow(B).advance(0);
		assertThat(this.node.ballot().vote()).isNotNull();
		assertThat(this.node.state().promisedTo(this.node.nanos())).isEqualTo(C);
	}

}
