package io.github.leaderelection.internal.quorum;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.step.Ranks;
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
 * Who asks first (rule 13). The order of the group of these tests is d, b, e, a, c.
 */
class RanksTests {

	private static final long DELAY = 10 * MILLI;

	private long attempt(ProtocolFixture node) {
		return node.state().timers().deadlines()[QuorumTimer.ATTEMPT.ordinal()] - node.nanos();
	}

	private void setRank(ProtocolFixture node, int rank) {
		switch (rank) {
			case 0 -> node.heartbeatNaming(E, 5, 1, A, B, C);
			case 1 -> node.heartbeatNaming(E, 5, 1, B, A, C);
			default -> node.heartbeatNaming(E, 5, 1, B, C, A);
		}
	}

	@Test
	void nodeOfEachRankWaitsThatManyDelaysLonger() {
		for (int rank = 0; rank < 3; rank++) {
			ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4);
			setRank(node, rank);
			assertThat(attempt(node)).isEqualTo(node.state().suspicionNanos() + rank * DELAY);
		}
	}

	@Test
	void withoutALeadersWordPriorityGoesBeforeTheOrderOfTheGroup() {
		ProtocolFixture low = ProtocolFixture.node(C, 3).start(ProtocolFixture.cleanBallot(4));
		assertThat(attempt(low)).as("third of three").isEqualTo(3 * DELAY);
		ProtocolFixture high = ProtocolFixture.node(C, 3).priority(5).start(ProtocolFixture.cleanBallot(4));
		assertThat(attempt(high)).isEqualTo(DELAY);
	}

	@Test
	void priorityOfOthersIsTakenFromTheirIntroduction() {
		ProtocolFixture node = ProtocolFixture.node(A, 3).startClean(4);
		node.introduce(B, new MemberList(List.of(A, B, C), true), 7);
		assertThat(Ranks.rank(node.state(), A)).isEqualTo(1);
		assertThat(Ranks.rank(node.state(), B)).isZero();
	}

	@Test
	void leaderNamesItsSuccessorsByPriorityThenFreshnessThenTheOrderOfTheGroup() {
		ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4).elect();
		MemberList list = new MemberList(List.of(A, B, C, D, E), true);
		node.introduce(E, list, 9).advance(HEARTBEAT).acknowledgeLast(D).advance(HEARTBEAT);
		assertThat(node.last(LeaderHeartbeat.class).successors()).containsExactly(E, D, B, C);
	}

	@Test
	void leaderNamesNobodyThatIsNotLinked() {
		ProtocolFixture node = ProtocolFixture.node(A, 3).startClean(4).elect().disconnect(B).advance(HEARTBEAT);
		assertThat(node.last(LeaderHeartbeat.class).successors()).containsExactly(C);
	}

	@Test
	void grantedScoutGoesFirstByTheRestOfThePromiseAndOneDelay() {
		ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4);
		node.heartbeatNaming(E, 5, 1, A, B, C).advance(249 * MILLI).disconnect(E).scout(C, 6);
		long wait = LEASE - 249 * MILLI;
		assertThat(attempt(node)).isEqualTo(wait + (long) (0.1 / 0.95 * wait) + DELAY);
	}

	@Test
	void ownAttemptMovesOnlyOnceForEachScout() {
		ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4);
		node.scout(C, 5);
		long moved = attempt(node);
		node.advance(5 * MILLI).scout(C, 5);
		assertThat(attempt(node)).isEqualTo(moved - 5 * MILLI);
		node.scout(D, 5);
		assertThat(attempt(node)).isEqualTo(moved);
	}

	@Test
	void nodeWithYesesGivesWayToABetterRankedScout() {
		ProtocolFixture node = ProtocolFixture.node(B, 5).startClean(4).untilItScouts();
		node.agree(C, 0).scout(D, 5).agree(A, 0).agree(E, 0);
		assertThat(node.sent(ElectionProposal.class)).isEmpty();
	}

	@Test
	void nodeWithYesesDoesNotGiveWayToAWorseRankedScout() {
		ProtocolFixture node = ProtocolFixture.node(B, 5).startClean(4).untilItScouts();
		node.agree(C, 0).scout(E, 5).agree(A, 0);
		assertThat(node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void nodesThatGrantedTheSameScoutDoNotStandAtTheSameMomentIfItDies() {
		ProtocolFixture first = ProtocolFixture.node(A, 5).startClean(4);
		ProtocolFixture second = ProtocolFixture.node(B, 5).startClean(4);
		first.heartbeatNaming(E, 5, 1, C, A, B).disconnect(E).scout(C, 6);
		second.heartbeatNaming(E, 5, 1, C, A, B).disconnect(E).scout(C, 6);
		assertThat(attempt(second) - attempt(first)).isGreaterThanOrEqualTo(DELAY);
	}

	@Test
	void roundsBegunAnewKeepTheirOrder() {
		for (int rank = 0; rank < 3; rank++) {
			ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4);
			setRank(node, rank);
			node.disconnect(E).untilItScouts().agree(B, 700 * MILLI).agree(C, 700 * MILLI).cede(D, 5);
			assertThat(attempt(node)).isEqualTo((1 + rank) * DELAY);
		}
	}

	@Test
	void whoHeardTheScoutBeforeTheCessionStandsAsIfItHadHeardItAfter() {
		ProtocolFixture before = ProtocolFixture.node(A, 5).startClean(4);
		ProtocolFixture after = ProtocolFixture.node(A, 5).startClean(4);
		before.heartbeatNaming(E, 5, 1, D, B, A).advance(900 * MILLI).scout(D, 6).cede(E, 5, D, B, A);
		after.heartbeatNaming(E, 5, 1, D, B, A).advance(900 * MILLI).cede(E, 5, D, B, A).scout(D, 6);
		assertThat(attempt(before)).isEqualTo(attempt(after));
	}

	@Test
	void proposalThatWaitsIsNotPutOffForAMemberThatNobodySees() {
		ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4);
		node.heartbeatNaming(E, 5, 1, A, C, D).disconnect(E).disconnect(B).untilItScouts();
		node.agree(C, 700 * MILLI).agree(D, 700 * MILLI).forgetEffects();
		long own = node.state().commitments().promise().untilNanos() - node.nanos();
		node.advance(own);
		assertThat(node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void whoWasAskedFirstIsPutOffForTheOtherWhateverItsLeaderNamed() {
		ProtocolFixture node = ProtocolFixture.node(E, 5).startClean(4);
		node.heartbeatNaming(A, 5, 1, E).disconnect(A).scout(B, 6).untilItScouts();
		node.agree(C, 300 * MILLI).agree(D, 300 * MILLI).forgetEffects().advance(300 * MILLI);
		assertThat(node.sent(ElectionProposal.class)).isEmpty();
		node.advance(DELAY);
		assertThat(node.sent(ElectionProposal.class)).isNotEmpty();
	}

	@Test
	void eachMemberIsTheFirstOfSomeGroups() {
		Map<NodeId, Integer> firsts = new HashMap<>();
		for (int i = 0; i < 300; i++) {
			ElectionSettings settings = ElectionSettings.of("cluster", "group" + i, A, List.of(A, B, C)).build();
			Config config = Config.of(settings, 2, 1, null, Set.of());
			firsts.merge(settings.members().stream().min(config.order()).orElseThrow(), 1, Integer::sum);
		}
		assertThat(firsts.values()).hasSize(3).allMatch((count) -> count > 70);
	}

	@Test
	void followerReckonsWithTheRoundTripItsLeaderMeasured() {
		ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4);
		node.receive(E, new LeaderHeartbeat(5, 5, 1, true, LEASE, 40 * MILLI, List.of(B, A, C)));
		assertThat(attempt(node) - node.state().suspicionNanos()).isBetween(100 * MILLI, 101 * MILLI);
	}

	@Test
	void scoutThatIsNeverElectedDoesNotHoldUpTheOthersForEver() {
		ProtocolFixture node = ProtocolFixture.node(A, 5).startClean(4).forgetEffects();
		for (int i = 0; i < 100; i++) {
			node.advance(10 * MILLI).scout(C, 5).scout(D, 5);
		}
		assertThat(node.sent(ScoutingRequest.class)).isNotEmpty();
	}

}
