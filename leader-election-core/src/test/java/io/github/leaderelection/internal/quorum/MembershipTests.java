package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.E;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whom a node talks to (rule 11).
 */
class MembershipTests {

	private static final MemberList OWN = new MemberList(List.of(A, B, C), true);

	private static final MemberList ONE_MORE = new MemberList(List.of(A, B, C, D), true);

	private static final MemberList ONE_LESS = new MemberList(List.of(A, B), true);

	private static final MemberList EXCHANGED = new MemberList(List.of(A, B, D), true);

	private static final MemberList TWO_MORE = new MemberList(List.of(A, B, C, D, E), true);

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private ProtocolFixture hear(NodeId from, MemberList list, QuorumMessage body) {
		return this.node.receive(this.node.envelope(from, list, body));
	}

	private boolean supports(MemberList list) {
		this.node.forgetEffects().startClean(4).introduce(B, list);
		hear(B, list, new ElectionProposal(5, LEASE, null));
		return this.node.sent(ElectionResponse.class).stream().anyMatch(ElectionResponse::granted);
	}

	@Test
	void listsThatDifferByExactlyOneMemberTalk() {
		assertThat(supports(ONE_MORE)).isTrue();
		assertThat(supports(ONE_LESS)).isTrue();
		assertThat(supports(EXCHANGED)).isFalse();
		assertThat(supports(TWO_MORE)).isFalse();
		assertThat(this.node.ballot().vote()).isNull();
	}

	@Test
	void linkedMembersWhoseListDiffersByOneAreNamedWithTheKey() {
		this.node.startClean(4).introduce(B, ONE_LESS).introduce(C, OWN);
		assertThat(this.node.view().problems()).singleElement()
			.asString()
			.contains("[b] differs by one member", "leader-election.peers");
		this.node.disconnect(B);
		assertThat(this.node.view().problems()).isEmpty();
		this.node.connect(B).introduce(B, OWN);
		assertThat(this.node.view().problems()).isEmpty();
	}

	@Test
	void nodesWithAndWithoutADirectoryDoNotMix() {
		assertThat(supports(new MemberList(OWN.ids(), false))).isFalse();
		assertThat(this.node.notices()).contains(Notice.MEMBER_LIST_REFUSED);
	}

	@Test
	void senderOutsideTheOwnListIsNeitherSupportedNorFollowedNorCounted() {
		this.node.startClean(4).forgetEffects();
		hear(D, ONE_MORE, new Introduction(4, ONE_MORE.ids(), true, 1, true, false));
		hear(D, ONE_MORE, new ElectionProposal(9, LEASE, null));
		hear(D, ONE_MORE, new LeaderHeartbeat(9, 9, 1, true, LEASE, 0, List.of()));
		hear(D, ONE_MORE, new ScoutingRequest(8, 1, 9));
		assertThat(this.node.sends()).isEmpty();
		assertThat(this.node.ballot().term()).isEqualTo(4);
		assertThat(this.node.view().leader()).isNull();
		this.node.untilItProposes();
		hear(D, ONE_MORE, new ElectionResponse(5, 5, true, Refusal.NONE, 1_000_000_000L));
		assertThat(this.node.isLeading()).isFalse();
	}

	@Test
	void eachCountsByItsOwnList() {
		ProtocolFixture four = ProtocolFixture.node(A, 4).startClean(4).untilItProposes();
		four.introduce(B, OWN)
			.introduce(C, OWN)
			.receive(four.envelope(B, OWN, new ElectionResponse(5, 5, true, Refusal.NONE, 1_000_000_000L)));
		assertThat(four.isLeading()).isFalse();
		four.receive(four.envelope(C, OWN, new ElectionResponse(5, 5, true, Refusal.NONE, 1_000_000_000L)));
		assertThat(four.isLeading()).isTrue();
	}

	@Test
	void firstMessageOnALinkCarriesTheListItself() {
		this.node.start(ProtocolFixture.cleanBallot(4)).forgetEffects().connect(B);
		assertThat(this.node.sends().get(0).body())
			.isEqualTo(new Introduction(4, List.of(A, B, C), true, 1, true, false));
	}

	@Test
	void introductionThatWantsAnAnswerGetsOneThatDoesNot() {
		this.node.startClean(4).forgetEffects();
		hear(B, ONE_MORE, new Introduction(4, ONE_MORE.ids(), true, 1, true, true));
		assertThat(this.node.lastTo(B, Introduction.class).answerWanted()).isFalse();
	}

	private void answersFor(long time) {
		for (long passed = 0; passed < time; passed += LEASE / 2) {
			this.node.advance(LEASE / 2).introduce(B, TWO_MORE);
		}
	}

	@Test
	void whoLearnsOfAForeignListDoesNotStandAndSaysSo() {
		this.node.startClean(4).introduce(B, TWO_MORE).forgetEffects();
		answersFor(5 * LEASE);
		assertThat(this.node.sentTo(B, Introduction.class)).isNotEmpty().allMatch(Introduction::answerWanted);
		assertThat(this.node.notices()).doesNotContain(Notice.MEMBER_LIST_REFUSED);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		assertThat(this.node.view().problems()).anyMatch((problem) -> problem.contains("member lists"));
		assertThat(this.node.view().members().get(0).memberList()).isEqualTo(TWO_MORE.fingerprint());
	}

	@Test
	void memberThatLeavesQuestionsUnansweredForALeaseKeepsNobodyFromStanding() {
		this.node.startClean(4).introduce(B, TWO_MORE);
		answersFor(2 * LEASE);
		this.node.forgetEffects().advance(LEASE - 1);
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		this.node.untilItScouts();
		assertThat(this.node.view().problems()).isEmpty();
	}

	@Test
	void memberWithAForeignListThatIsHeardAgainCountsAgain() {
		this.node.startClean(4).introduce(B, TWO_MORE).untilItScouts();
		hear(B, TWO_MORE, new ScoutingRequest(4, 1, 5));
		this.node.agree(C, 0).forgetEffects().advance(LEASE / 2);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.node.view().problems()).anyMatch((problem) -> problem.contains("member lists"));
	}

	@Test
	void linkThatOpensAgainAndAgainWithoutAWordKeepsNobodyFromStanding() {
		this.node.startClean(4).introduce(B, TWO_MORE).disconnect(B).forgetEffects();
		for (int i = 0; i < 4; i++) {
			this.node.connect(B).advance(LEASE / 5).disconnect(B);
		}
		assertThat(this.node.sent(ScoutingRequest.class)).isEmpty();
		this.node.connect(B).untilItScouts();
		assertThat(this.node.view().problems()).isEmpty();
	}

	@Test
	void openRoundEndsWhenAForeignListIsLearned() {
		this.node.startClean(4).untilItScouts().introduce(B, TWO_MORE).agree(C, 0).advance(HEARTBEAT);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void whoseRoundEndedByAForeignListStandsOnceThatMemberIsSilent() {
		this.node.startClean(4).untilItScouts().introduce(B, TWO_MORE).forgetEffects().advance(HEARTBEAT);
		assertThat(this.node.sentTo(B, Introduction.class)).isNotEmpty().allMatch(Introduction::answerWanted);
		this.node.untilItScouts();
		assertThat(this.node.view().problems()).isEmpty();
	}

	@Test
	void firstSuccessorWithAForeignListAboutDoesNotStand() {
		this.node.startClean(4).follow(B, 5, LEASE).introduce(C, TWO_MORE).forgetEffects().cede(B, 5, A, C);
		assertThat(this.node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void leaderThatLearnsOfAForeignListKeepsItsLease() {
		this.node.startClean(4).elect().lead(LEASE, B, C).introduce(C, TWO_MORE).lead(2 * LEASE, B);
		assertThat(this.node.isLeading()).isTrue();
		assertThat(this.node.notices()).contains(Notice.MEMBER_LIST_REFUSED);
	}

	@Test
	void acknowledgementsOfAMemberWithAForeignListDoNotCount() {
		this.node.startClean(4).elect().lead(LEASE, B, C).introduce(C, TWO_MORE);
		long end = this.node.lease().endNanos();
		this.node.advance(HEARTBEAT);
		hear(C, TWO_MORE,
				new HeartbeatResponse(5, this.node.last(LeaderHeartbeat.class).sequence(), true, true, 1_000_000_000L));
		assertThat(this.node.lease().endNanos()).isEqualTo(end);
	}

	@Test
	void nodeStandsAgainOnceTheMemberWithTheForeignListIsGone() {
		this.node.startClean(4).introduce(B, TWO_MORE).disconnect(B).untilItScouts();
		assertThat(this.node.sentTo(C, ScoutingRequest.class)).isNotEmpty();
	}

	@Test
	void ownMessagesSentBackAreRefused() {
		this.node.startClean(4).forgetEffects().propose(A, 5);
		assertThat(this.node.ballot().term()).isEqualTo(4);
	}

	@Test
	void startAsksForALinkToEveryOtherMember() {
		this.node.start(ProtocolFixture.cleanBallot(4));
		assertThat(this.node.effects(Effect.ConnectPeer.class)).hasSize(2);
	}

	@Test
	void linksAreToldOf() {
		this.node.start(ProtocolFixture.cleanBallot(4)).connect(B).disconnect(B).disconnect(B);
		List<MemberState> states = new ArrayList<>();
		this.node.effects(Effect.MemberChanged.class).forEach((changed) -> states.add(changed.state()));
		assertThat(states).containsExactly(MemberState.UP, MemberState.SUSPECTED);
	}

}
