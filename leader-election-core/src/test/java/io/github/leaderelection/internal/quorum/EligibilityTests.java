package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Not standing while the application does not wish it (rule 18).
 */
class EligibilityTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private void leading() {
		this.node.startClean(4).elect().lead(LEASE, B, C).forgetEffects();
	}

	private ProtocolFixture eligible(boolean eligible) {
		return this.node.feed(new Event.EligibilityChanged<>(7, eligible));
	}

	private ProtocolFixture acknowledgeNext(NodeId member, boolean eligible) {
		this.node.advance(HEARTBEAT);
		LeaderHeartbeat heartbeat = this.node.last(LeaderHeartbeat.class);
		return this.node.answer(member,
				new HeartbeatResponse(heartbeat.term(), heartbeat.sequence(), eligible, true, 1_000_000_000L));
	}

	@Test
	void ineligibleLeaderDrainsRevokesAndCedesInThisOrder() {
		leading();
		eligible(false).lead(3 * HEARTBEAT, B, C);
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
		assertThat(this.node.isLeading()).as("while work runs the lease is renewed").isTrue();
		assertThat(this.node.answers()).as("not before it is over").isEmpty();
		assertThat(this.node.sent(LeadershipCession.class)).isEmpty();
		this.node.feed(new Event.WorkDrained<>(5));
		assertThat(this.node.revocations()).containsExactly(RevocationReason.INELIGIBLE);
		assertThat(this.node.last(LeadershipCession.class).successors()).containsExactly(B, C);
		assertThat(this.node.answers()).containsExactly((String) null);
	}

	@Test
	void resigningLeaderThatBecomesIneligibleAnswersBoth() {
		leading();
		this.node.feed(new Event.ResignRequested<>(6));
		eligible(false).feed(new Event.WorkDrained<>(5));
		assertThat(this.node.revocations()).containsExactly(RevocationReason.INELIGIBLE);
		assertThat(this.node.answers()).containsExactly((String) null, (String) null);
	}

	@Test
	void eligibleAgainWhileDrainingTheReignEndsAllTheSame() {
		leading();
		eligible(false);
		eligible(true);
		assertThat(this.node.answers()).containsExactly((String) null);
		this.node.feed(new Event.WorkDrained<>(5));
		assertThat(this.node.isLeading()).isFalse();
		assertThat(this.node.answers()).hasSize(2);
		this.node.untilItScouts();
	}

	@Test
	void followerSaysSoAtOnceAndIsAnswered() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects();
		eligible(false);
		assertThat(this.node.answers()).containsExactly((String) null);
		assertThat(this.node.sent(Introduction.class)).hasSize(2).noneMatch(Introduction::eligible);
		this.node.forgetEffects();
		eligible(false);
		assertThat(this.node.sent(Introduction.class)).as("nothing changed").isEmpty();
		eligible(true);
		assertThat(this.node.sent(Introduction.class)).hasSize(2).allMatch(Introduction::eligible);
	}

	@Test
	void ineligibleFollowerGoesOnAcknowledgingAndSaysSo() {
		this.node.startClean(4).follow(B, 5, LEASE);
		eligible(false);
		this.node.heartbeat(B, 5, 99);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class))
			.isEqualTo(new HeartbeatResponse(5, 99, false, true, 1_000_000_000L));
		eligible(true);
		this.node.heartbeat(B, 5, 100);
		assertThat(this.node.lastTo(B, HeartbeatResponse.class))
			.isEqualTo(new HeartbeatResponse(5, 100, true, true, 1_000_000_000L));
	}

	@Test
	void ineligibleFollowerNeverScoutsAndScoutsSoonOnceItIsEligible() {
		this.node.startClean(4).follow(B, 5, LEASE);
		eligible(false).forgetEffects();
		this.node.advance(20 * LEASE);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		eligible(true).advance(HEARTBEAT);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void ineligibleFollowerGrantsScoutsAndVotes() {
		this.node.startClean(4);
		eligible(false).forgetEffects().scout(B, 5);
		assertThat(this.node.lastTo(B, ScoutingResponse.class).granted()).isTrue();
		this.node.propose(B, 5);
		assertThat(this.node.lastTo(B, ElectionResponse.class).granted()).isTrue();
	}

	@Test
	void openScoutingRoundEnds() {
		this.node.startClean(4).untilItScouts();
		eligible(false);
		this.node.agree(B, 0).agree(C, 0).advance(5 * LEASE);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		eligible(true);
		this.node.untilItScouts();
	}

	@Test
	void candidacyWhoseVoteIsBeingSavedIsNotSent() {
		this.node.startClean(4).untilItScouts().answerSavesByHand();
		this.node.agree(B, 0).agree(C, 0);
		while (!this.node.isSaving()) {
			this.node.advance(MILLI);
		}
		eligible(false).completeSave();
		this.node.grant(B, 5).grant(C, 5);
		assertThat(this.node.isLeading()).isFalse();
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void leaderDoesNotNameAMemberThatDoesNotStand() {
		leading();
		acknowledgeNext(B, false);
		this.node.forgetEffects().lead(2 * HEARTBEAT, C);
		assertThat(this.node.last(LeaderHeartbeat.class).successors()).containsExactly(C);
		acknowledgeNext(B, true);
		this.node.forgetEffects().lead(2 * HEARTBEAT, C);
		assertThat(this.node.last(LeaderHeartbeat.class).successors()).containsExactlyInAnyOrder(B, C);
	}

	@Test
	void acknowledgementOfAMemberThatDoesNotStandKeepsTheLease() {
		leading();
		for (int beats = 0; beats < 30; beats++) {
			acknowledgeNext(B, false);
		}
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void transferToAMemberThatDoesNotStandIsRefused() {
		leading();
		this.node.receive(B, new Introduction(4, List.of(A, B, C), true, 1, false, false));
		this.node.feed(new Event.TransferRequested<>(8, B));
		assertThat(this.node.answers().get(0)).contains("'b' is not eligible").contains("resume it");
		assertThat(this.node.view().draining()).isFalse();
	}

	@Test
	void chosenMemberThatStopsStandingMeanwhileIsPassedOver() {
		leading();
		this.node.feed(new Event.TransferRequested<>(8, B));
		acknowledgeNext(B, false);
		this.node.feed(new Event.WorkDrained<>(5));
		LeadershipCession cession = this.node.last(LeadershipCession.class);
		assertThat(cession.successors()).containsExactly(C);
		assertThat(cession.chosen()).as("nobody chose the one that is first now").isFalse();
	}

	@Test
	void soleMemberThatIsPausedLeadsNoMore() {
		ProtocolFixture sole = ProtocolFixture.node(A, 1);
		sole.startClean(4).advance(LEASE);
		assertThat(sole.isLeading()).isTrue();
		long token = sole.effects(Effect.Grant.class).get(0).fencingToken();
		sole.feed(new Event.EligibilityChanged<>(7, false)).feed(new Event.WorkDrained<>(token));
		sole.forgetEffects().advance(10 * LEASE);
		assertThat(sole.isLeading()).isFalse();
		assertThat(sole.view().problems()).singleElement().asString().contains("neither this node nor a member");
		sole.feed(new Event.EligibilityChanged<>(8, true)).advance(LEASE);
		assertThat(sole.isLeading()).isTrue();
	}

	@Test
	void viewSaysWhenNobodyStands() {
		this.node.startClean(4);
		eligible(false);
		assertThat(this.node.view().problems()).as("b and c stand").isEmpty();
		Introduction paused = new Introduction(4, List.of(A, B, C), true, 1, false, false);
		this.node.receive(B, paused).receive(C, paused);
		assertThat(this.node.view().problems()).singleElement().asString().contains("There is no leader");
	}

}
