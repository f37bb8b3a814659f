package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.DRIFT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.START_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The wait after a start, and the mark that spares it (rule 6).
 */
class StartWaitTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private boolean votesAfter(long duration) {
		this.node.advance(duration);
		return this.node.votesFor(B, 50);
	}

	@Test
	void nobodyIsSupportedBeforeTheWaitIsOver() {
		this.node.startCrashed(4);
		assertThat(votesAfter(START_WAIT - 410 * MILLI)).isFalse();
		assertThat(this.node.lastTo(B, ElectionResponse.class).reason()).isEqualTo(Refusal.PROMISED);
		this.node.advance(410 * MILLI);
		assertThat(this.node.votesFor(C, 51)).isTrue();
	}

	@Test
	void proposalShortlyBeforeTheWaitIsOverIsHeld() {
		this.node.startCrashed(4).advance(START_WAIT - 50 * MILLI).forgetEffects().propose(B, 5);
		this.node.advance(49 * MILLI);
		assertThat(this.node.sentTo(B, ElectionResponse.class)).isEmpty();
		this.node.advance(2 * MILLI);
		assertThat(this.node.lastTo(B, ElectionResponse.class).granted()).isTrue();
	}

	@Test
	void waitIsForTheConfiguredLeaseWhereThatIsLonger() {
		this.node.lease(3 * LEASE).startCrashed(4);
		assertThat(this.node.lastSave().spanNanos()).as("saved before the first promise").isEqualTo(3 * LEASE);
		assertThat(votesAfter(2 * LEASE - 410 * MILLI)).isFalse();
	}

	@Test
	void waitReckonsWithTheLargerDriftBound() {
		this.node.start(ProtocolFixture.ballot(4).withSpan(LEASE, 0.3)).connectAll();
		long wait = (long) (LEASE * 1.3 / 0.7);
		assertThat(votesAfter(wait - 410 * MILLI)).isFalse();
		assertThat(votesAfter(410 * MILLI)).isTrue();
	}

	@Test
	void spanIsSavedBeforeTheFirstAnswer() {
		this.node.lease(2 * LEASE).answerSavesByHand().start(ProtocolFixture.ballot(4)).connectAll();
		this.node.heartbeat(B, 4, 1);
		assertThat(this.node.sends()).isEmpty();
		this.node.completeSave();
		assertThat(this.node.lastTo(B, HeartbeatResponse.class)).isNotNull();
	}

	@Test
	void leaderMayBeAcknowledgedAtOnce() {
		this.node.startCrashed(4).heartbeat(B, 4, 1);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class).sequence()).isEqualTo(1);
	}

	@Test
	void scoutIsToldTheRestOfTheWait() {
		this.node.startCrashed(4).advance(500 * MILLI).scout(B, 5);
		ScoutingResponse response = this.node.lastTo(B, ScoutingResponse.class);
		assertThat(response.granted()).isTrue();
		assertThat(response.promiseRemainingNanos()).isEqualTo(START_WAIT - 500 * MILLI);
	}

	@Test
	void scoutIsToldTheRestOfTheWaitWhereAPromiseToAnotherEndsEarlier() {
		this.node.start(ProtocolFixture.ballot(4).withSpan(3 * LEASE, DRIFT)).connectAll();
		this.node.heartbeat(B, 4, 1).advance(800 * MILLI).scout(C, 5);
		assertThat(this.node.lastTo(C, ScoutingResponse.class).promiseRemainingNanos())
			.isEqualTo(Timing.startWait(3 * LEASE, DRIFT) - 800 * MILLI);
	}

	@Test
	void heartbeatDoesNotShortenTheWait() {
		this.node.lease(LEASE).start(ProtocolFixture.ballot(4).withSpan(3 * LEASE, DRIFT)).connectAll();
		this.node.heartbeat(B, 4, 1).advance(LEASE + MILLI);
		assertThat(this.node.votesFor(C, 5)).isFalse();
	}

	@Test
	void cessionNamingThisNodeFirstDoesNotShortenTheWaitForItsOwnVote() {
		this.node.startCrashed(4).heartbeat(B, 4, 1).cede(B, 4, A, C).advance(2 * HEARTBEAT);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void ownVoteWaitsToo() {
		this.node.startCrashed(4).untilItScouts().agree(B, 0).agree(C, 0);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		this.node.advance(START_WAIT);
		assertThat(this.node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void markOfACleanStopSparesTheWait() {
		this.node.startClean(4);
		assertThat(this.node.votesFor(B, 5)).isTrue();
	}

	@Test
	void spanShrinksToTheConfiguredLeaseOnlyAfterACleanStop() {
		this.node.start(ProtocolFixture.cleanBallot(4).withSpan(3 * LEASE, 0.2));
		assertThat(this.node.ballot().spanNanos()).isEqualTo(LEASE);
		ProtocolFixture crashed = ProtocolFixture.node(A, 3).start(ProtocolFixture.ballot(4).withSpan(3 * LEASE, 0.2));
		assertThat(crashed.advance(10 * LEASE).ballot().spanNanos()).isEqualTo(3 * LEASE);
	}

	@Test
	void termAndVoteOutliveStopAndStart() {
		this.node.startClean(4).propose(B, 7).crashAndRestart();
		assertThat(this.node.ballot().term()).isEqualTo(7);
		assertThat(this.node.ballot().vote()).isEqualTo(new Ballot.Vote(B, this.node.incarnationOf(B)));
	}

}
