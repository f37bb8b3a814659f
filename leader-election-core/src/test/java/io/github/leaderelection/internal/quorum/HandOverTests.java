package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Resigning, transferring, and taking over (rules 15 and 16).
 */
class HandOverTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private void leading() {
		this.node.startClean(4).elect().lead(LEASE, B, C).forgetEffects();
	}

	private ProtocolFixture resign() {
		return this.node.feed(new Event.ResignRequested<>(7));
	}

	private ProtocolFixture transfer(NodeId to) {
		return this.node.feed(new Event.TransferRequested<>(8, to));
	}

	private ProtocolFixture drained() {
		return this.node.feed(new Event.WorkDrained<>(5));
	}

	@Test
	void resigningFirstStopsAdmittingWorkAndGoesOnLeading() {
		leading();
		resign().lead(3 * HEARTBEAT, B, C);
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
		assertThat(this.node.isLeading()).isTrue();
		assertThat(this.node.view().draining()).isTrue();
		assertThat(this.node.effects(Effect.Renew.class)).isNotEmpty();
		assertThat(this.node.sent(LeadershipCession.class)).isEmpty();
	}

	@Test
	void resigningRevokesWhenTheWorkHasEndedAndThenCedes() {
		leading();
		resign();
		drained();
		List<Effect<QuorumMessage>> effects = this.node.effects();
		int revoked = effects.indexOf(this.node.effects(Effect.Revoke.class).get(0));
		assertThat(this.node.revocations()).containsExactly(RevocationReason.RESIGNED);
		for (Effect.Send<QuorumMessage> send : this.node.sends()) {
			assertThat(effects.indexOf(send)).isGreaterThan(revoked);
			assertThat(send.body()).isInstanceOf(LeadershipCession.class);
		}
		LeadershipCession cession = this.node.last(LeadershipCession.class);
		assertThat(cession.term()).isEqualTo(5);
		assertThat(cession.successors()).containsExactly(B, C);
		assertThat(this.node.answers()).containsExactly((String) null);
	}

	@Test
	void drainingIsBoundedByTheDrainTime() {
		leading();
		resign().lead(499 * MILLI, B, C);
		assertThat(this.node.isLeading()).isTrue();
		this.node.advance(2 * MILLI);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.RESIGNED);
	}

	@Test
	void leaseThatEndsWhileDrainingEndsTheReign() {
		this.node.drainTime(10 * LEASE);
		leading();
		resign().advance(LEASE);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.LEASE_EXPIRED);
		assertThat(this.node.answers()).hasSize(1);
	}

	@Test
	void onlyALeaderResigns() {
		this.node.startClean(4);
		resign();
		assertThat(this.node.answers().get(0)).contains("does not lead");
	}

	@Test
	void everyoneWhoAskedIsAnsweredOnce() {
		leading();
		resign();
		this.node.feed(new Event.ResignRequested<>(9));
		drained();
		assertThat(this.node.effects(Effect.Answer.class)).hasSize(2);
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
	}

	@Test
	void workOfAnotherGrantThatEndsMeansNothing() {
		leading();
		resign();
		this.node.feed(new Event.WorkDrained<>(4));
		assertThat(this.node.isLeading()).isTrue();
	}

	@Test
	void resignedNodeStandsBehindAllOthers() {
		leading();
		resign();
		drained();
		this.node.forgetEffects().advance(5 * HEARTBEAT / 2 + 40 * MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		this.node.advance(20 * MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void resignedNodeStandsNoLaterThanItsLastRankWhenItsLeaderCrashes() {
		leading();
		resign();
		drained();
		this.node.follow(B, 6, LEASE).forgetEffects().disconnect(B).advance(60 * MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void transferNamesTheChosenMemberFirst() {
		leading();
		transfer(C).advance(HEARTBEAT);
		assertThat(this.node.last(LeaderHeartbeat.class).successors()).startsWith(C);
		drained();
		assertThat(this.node.last(LeadershipCession.class).successors()).containsExactly(C, B);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.TRANSFERRED);
		assertThat(this.node.answers()).containsExactly((String) null);
	}

	@Test
	void transferIsRefusedToItselfToStrangersAndToMembersOutOfReach() {
		leading();
		this.node.disconnect(B);
		transfer(A);
		transfer(D);
		transfer(B);
		assertThat(this.node.answers()).hasSize(3).doesNotContainNull();
		assertThat(this.node.effects(Effect.StopAdmitting.class)).isEmpty();
	}

	@Test
	void transferIsRefusedToAMemberWithAForeignList() {
		leading();
		this.node.introduce(C, new MemberList(List.of(A, C, D, NodeId.of("x")), true));
		transfer(C);
		assertThat(this.node.answers()).hasSize(1).doesNotContainNull();
	}

	@Test
	void firstSuccessorProposesAtOnceWithoutScouting() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects().cede(B, 5, A, C);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		ElectionProposal proposal = this.node.last(ElectionProposal.class);
		assertThat(proposal.term()).isEqualTo(6);
		assertThat(proposal.ceded()).isEqualTo(new Ceded(B, this.node.incarnationOf(B), 5));
	}

	@Test
	void firstSuccessorOfALeaderThatHadLostItsQuorumScoutsBeforeTheNext() {
		this.node.startClean(4).follow(B, 5, LEASE);
		for (int i = 0; i < 8; i++) {
			this.node.advance(HEARTBEAT).heartbeat(B, 5, 100 + i, false, LEASE);
		}
		this.node.forgetEffects().cede(B, 5, A, C).advance(MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.ballot().term()).isEqualTo(5);
	}

	@Test
	void firstSuccessorThatMayNotProposeScoutsBeforeTheNext() {
		this.node.startClean(4).follow(B, 5, LEASE).propose(C, 8).forgetEffects().cede(B, 5, A, C).advance(MILLI);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void firstSuccessorOfAnyButTheLeaderItFollowsDoesNotPropose() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects().cede(C, 5, A, B);
		assertThat(this.node.sent(ElectionProposal.class)).as("another").isEmpty();
		this.node.startClean(4).forgetEffects().cede(B, 4, A, C);
		assertThat(this.node.sent(ElectionProposal.class)).as("one it never knew").isEmpty();
		this.node.startClean(4).follow(C, 5, LEASE).heartbeat(B, 6, 1).forgetEffects().cede(B, 6, A, C);
		assertThat(this.node.sent(ElectionProposal.class)).as("one whose rival it promised to").isEmpty();
	}

	@Test
	void firstSuccessorThatReachesNoQuorumDoesNotPropose() {
		ProtocolFixture five = ProtocolFixture.node(A, 5).startClean(4).follow(B, 5, LEASE);
		five.disconnect(C).disconnect(D).disconnect(NodeId.of("e")).forgetEffects().cede(B, 5, A);
		assertThat(five.sent(ElectionProposal.class)).isEmpty();
		assertThat(five.ballot().term()).isEqualTo(5);
	}

	@Test
	void nextSuccessorScoutsAfterItsDelay() {
		this.node.startClean(4).follow(B, 5, LEASE).disconnect(C).forgetEffects();
		this.node.cede(B, 5, C, A).advance(9 * MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		this.node.advance(MILLI);
		assertThat(this.node.sent(ScoutingRequest.class)).isNotEmpty();
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void proposalThatOvertakesTheCessionItRestsOnIsAccepted() {
		this.node.startClean(4).follow(B, 5, LEASE);
		this.node.receive(C, new ElectionProposal(6, LEASE, new Ceded(B, this.node.incarnationOf(B), 5)));
		assertThat(this.node.lastTo(C, ElectionResponse.class).granted()).isTrue();
		this.node.forgetEffects().heartbeat(B, 5, 99);
		assertThat(this.node.sent(HeartbeatResponse.class)).as("as if heard from the ceding member").isEmpty();
	}

	@Test
	void cessionDelayedIntoALaterReignOfTheSameNodeTouchesNothing() {
		this.node.startClean(4).follow(B, 5, LEASE).follow(B, 8, LEASE).forgetEffects().cede(B, 5, A, C);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.view().leader().id()).isEqualTo(B);
		this.node.heartbeat(B, 8, 99);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).hasSize(1);
		assertThat(this.node.votesFor(C, 9)).isFalse();
	}

	@Test
	void laterTermsOfWhoCededAreNotIgnored() {
		this.node.startClean(4).cede(B, 5).heartbeat(B, 6, 1);
		assertThat(this.node.sentTo(B, HeartbeatResponse.class)).hasSize(1);
	}

	@Test
	void leaderThatCededMayFollowItsSuccessorAtOnce() {
		leading();
		resign();
		drained();
		this.node.forgetEffects().propose(B, 6);
		assertThat(this.node.lastTo(B, ElectionResponse.class).granted()).isTrue();
		this.node.heartbeat(B, 6, 1);
		assertThat(this.node.state().role()).isEqualTo(Role.FOLLOWER);
		assertThat(this.node.view().leader().id()).isEqualTo(B);
	}

	@Test
	void chosenMemberThatCoolsDownItselfTakesOverNevertheless() {
		leading();
		resign();
		drained();
		this.node.follow(B, 6, LEASE).forgetEffects().cedeToChosen(B, 6, A, C);
		assertThat(this.node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void memberThatCoolsDownLeavesTheFirstAttemptToTheOthers() {
		leading();
		resign();
		drained();
		this.node.follow(B, 6, LEASE).forgetEffects().cede(B, 6, A, C);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		this.node.advance(10 * LEASE);
		assertThat(this.node.sent(ScoutingRequest.class)).as("nobody else stood").isNotEmpty();
	}

}
