package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.PhiAccrual;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.HealthVerdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.QuorumMessage.SuspicionReport;
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
import static org.assertj.core.api.Assertions.within;

/**
 * Whom a node misses by itself, what a leader counts, and what is made of what others
 * say.
 */
class HealthTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	private final ProtocolFixture five = ProtocolFixture.node(A, 5);

	private MemberState state(ProtocolFixture of, NodeId member) {
		return member(of, member).state();
	}

	private static MemberView member(ProtocolFixture of, NodeId member) {
		return of.view().members().stream().filter((each) -> each.id().equals(member)).findAny().orElseThrow();
	}

	@Test
	void followersThatHaveNothingToSayToOneAnotherAreUp() {
		this.node.startClean(4).follow(B, 5, 20 * LEASE);
		assertThat(state(this.node, B)).isEqualTo(MemberState.UP);
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
		assertThat(this.node.sent(SuspicionReport.class)).isEmpty();
	}

	@Test
	void leaderThatHearsAllSaysNothingOfThem() {
		this.node.startClean(4).elect().lead(20 * LEASE, B, C);
		assertThat(this.node.sent(HealthVerdict.class)).isEmpty();
		assertThat(member(this.node, B).health().suspectedBy()).isEmpty();
	}

	@Test
	void newLeaderDoesNotHoldAgainstFollowersThatTheyWereSilentAsSuch() {
		this.node.startClean(4).follow(B, 5, 10 * LEASE).cedeToChosen(B, 5, A).forgetEffects();
		others(this.node).forEach((other) -> this.node.grant(other, 6));
		assertThat(this.node.isLeading()).isTrue();
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
		assertThat(this.node.advance(240 * MILLI).view().members()).extracting(MemberView::state)
			.containsOnly(MemberState.UP);
		assertThat(this.node.advance(20 * MILLI).view().members()).extracting(MemberView::state)
			.containsOnly(MemberState.SUSPECTED);
	}

	private static List<NodeId> others(ProtocolFixture of) {
		return of.others();
	}

	@Test
	void silenceThatTheLeaderItselfSleptThroughIsHeldAgainstNobody() {
		this.node.startClean(4).elect().lead(LEASE, B, C);
		this.node.pause(500 * MILLI).feed(new Event.LoopLate<>(500 * MILLI));
		assertThat(this.node.view().members()).extracting(MemberView::state).containsOnly(MemberState.UP);
		this.node.lead(3 * HEARTBEAT, B);
		assertThat(state(this.node, B)).isEqualTo(MemberState.UP);
		assertThat(state(this.node, C)).isEqualTo(MemberState.SUSPECTED);
	}

	@Test
	void silenceThatAFollowerItselfSleptThroughIsNotHeldAgainstItsLeader() {
		this.node.startClean(4).follow(B, 5, LEASE);
		this.node.pause(500 * MILLI).feed(new Event.LoopLate<>(500 * MILLI));
		assertThat(state(this.node, B)).isEqualTo(MemberState.UP);
		assertThat(state(this.node.pause(LEASE), B)).isEqualTo(MemberState.SUSPECTED);
	}

	@Test
	void ownPauseIsNoGapOfOthers() {
		this.node.detector(new PhiAccrual(8)).startClean(4).elect().lead(20 * HEARTBEAT, B, C);
		this.node.pause(700 * MILLI).feed(new Event.LoopLate<>(700 * MILLI)).lead(HEARTBEAT, B, C);
		long deviation = this.node.state().health().gaps()[0].deviationNanos();
		assertThat(deviation).isLessThan(30 * MILLI);
	}

	@Test
	void silentLeaderStaysSuspectedUntilItIsHeardThoughItIsNoLongerKnown() {
		this.node.startClean(4).follow(B, 5, LEASE).advance(3 * LEASE);
		assertThat(this.node.view().leader()).isNull();
		assertThat(state(this.node, B)).isEqualTo(MemberState.SUSPECTED);
		assertThat(state(this.node.heartbeat(B, this.node.ballot().term() + 1, 99), B)).isEqualTo(MemberState.UP);
	}

	@Test
	void formerLeaderIsTrustedOnceTheNextHasHadTimeToMissIt() {
		this.node.startClean(4).follow(B, 5, LEASE).advance(LEASE / 2);
		assertThat(state(this.node, B)).isEqualTo(MemberState.SUSPECTED);
		long term = this.node.ballot().term() + 1;
		this.node.follow(C, term, LEASE - HEARTBEAT);
		assertThat(state(this.node, B)).isEqualTo(MemberState.SUSPECTED);
		assertThat(state(this.node.follow(C, term, 2 * HEARTBEAT), B)).isEqualTo(MemberState.UP);
	}

	@Test
	void formerLeaderIsNotTrustedWhileTheNextMissesItToo() {
		this.node.startClean(4).follow(B, 5, LEASE).advance(LEASE / 2);
		long term = this.node.ballot().term() + 1;
		this.node.follow(C, term, LEASE / 2);
		this.node.receive(C, new HealthVerdict(term, List.of(new Missed(B, 0))));
		assertThat(state(this.node.follow(C, term, LEASE), B)).isEqualTo(MemberState.SUSPECTED);
	}

	@Test
	void memberThatWasNeverThereIsReportedAfterALeaseAndUnknownUntilAQuorumMissesIt() {
		this.node.start(ProtocolFixture.cleanBallot(4)).connect(B).follow(B, 5, LEASE - HEARTBEAT);
		assertThat(this.node.sent(SuspicionReport.class)).isEmpty();
		this.node.follow(B, 5, 3 * HEARTBEAT);
		assertThat(this.node.last(SuspicionReport.class).missed()).containsExactly(C);
		assertThat(state(this.node, C)).isEqualTo(MemberState.UNKNOWN);
		this.node.receive(B, new HealthVerdict(5, List.of(new Missed(C, 2))));
		assertThat(state(this.node, C)).isEqualTo(MemberState.DOWN);
	}

	@Test
	void memberThatIsHeardBeforeItsLinkIsOpenComesUpAndWasNeverSuspected() {
		this.node.start(ProtocolFixture.cleanBallot(4)).connect(B).follow(B, 5, 3 * LEASE);
		this.node.receive(C, new Introduction(5, List.of(A, B, C), true, 1, true, false));
		assertThat(state(this.node, C)).isEqualTo(MemberState.UNKNOWN);
		this.node.connect(C);
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
		assertThat(this.node.effects(Effect.MemberChanged.class)).hasSize(2)
			.allSatisfy((changed) -> assertThat(changed.state()).isEqualTo(MemberState.UP));
	}

	// Reports and verdicts

	@Test
	void followerReportsAtOnceWhomItMissesAndEachHalfLeaseAndWhenItMissesNobodyAnyMore() {
		this.node.startClean(4).follow(B, 5, LEASE).disconnect(C).forgetEffects();
		this.node.heartbeat(B, 5, 21);
		assertThat(this.node.lastTo(B, SuspicionReport.class)).isEqualTo(new SuspicionReport(5, List.of(C)));
		for (int sequence = 22; sequence < 41; sequence++) {
			this.node.advance(HEARTBEAT).heartbeat(B, 5, sequence);
		}
		assertThat(this.node.sent(SuspicionReport.class)).hasSize(1 + 4);
		this.node.connect(C).advance(HEARTBEAT).heartbeat(B, 5, 41).advance(HEARTBEAT).heartbeat(B, 5, 42);
		assertThat(this.node.sent(SuspicionReport.class)).hasSize(1 + 4 + 1);
		assertThat(this.node.last(SuspicionReport.class).missed()).isEmpty();
	}

	@Test
	void nextLeaderIsToldToo() {
		this.node.startClean(4).follow(B, 5, LEASE).disconnect(C).heartbeat(B, 5, 21).forgetEffects();
		ProtocolFixture other = ProtocolFixture.node(A, 5).startClean(4).disconnect(C).heartbeat(B, 5, 21);
		other.forgetEffects().advance(3 * LEASE).heartbeat(D, other.ballot().term() + 1, 21);
		assertThat(other.lastTo(D, SuspicionReport.class).missed()).contains(C);
	}

	@Test
	void memberThatAQuorumMissesIsDown() {
		this.five.startClean(4).elect().lead(LEASE, B, C, D, E).disconnect(E).forgetEffects();
		this.five.lead(HEARTBEAT, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.SUSPECTED);
		assertThat(this.five.last(HealthVerdict.class).missed()).containsExactly(new Missed(E, 0));
		report(B, E);
		this.five.lead(HEARTBEAT, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.SUSPECTED);
		report(C, E);
		this.five.lead(HEARTBEAT, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.DOWN);
		assertThat(member(this.five, E).health().observers()).isEqualTo(3);
		assertThat(member(this.five, E).health().suspectedBy()).containsExactly(A, B, C);
		assertThat(this.five.last(HealthVerdict.class).missed()).containsExactly(new Missed(E, 3));
	}

	private void report(NodeId from, NodeId... missed) {
		this.five.answer(from, new SuspicionReport(5, List.of(missed)));
	}

	@Test
	void reportsWearOffAndAReportOfNobodyTakesTheLastOneBack() {
		this.five.startClean(4).elect().lead(LEASE, B, C, D, E).disconnect(E);
		report(B, E);
		report(C, E);
		this.five.lead(HEARTBEAT, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.DOWN);
		report(C);
		this.five.lead(LEASE, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.SUSPECTED);
		report(C, E);
		this.five.lead(HEARTBEAT, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.DOWN);
		this.five.lead(2 * LEASE, B, C, D);
		assertThat(state(this.five, E)).isEqualTo(MemberState.SUSPECTED);
	}

	@Test
	void verdictOfTheLeaderIsSharedAndWearsOff() {
		this.node.startClean(4).follow(B, 5, LEASE).receive(B, new HealthVerdict(5, List.of(new Missed(C, 2))));
		assertThat(state(this.node, C)).isEqualTo(MemberState.DOWN);
		assertThat(member(this.node, C).health().suspected()).isFalse();
		assertThat(member(this.node, C).health().suspectedBy()).containsExactly(B);
		this.node.receive(B, new HealthVerdict(5, List.of()));
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
		this.node.receive(B, new HealthVerdict(5, List.of(new Missed(C, 2))));
		assertThat(state(this.node.follow(B, 5, 2 * LEASE - HEARTBEAT), C)).isEqualTo(MemberState.DOWN);
		assertThat(state(this.node.follow(B, 5, 2 * HEARTBEAT), C)).isEqualTo(MemberState.UP);
	}

	@Test
	void verdictOfOneThatDoesNotLeadIsNotHeard() {
		HealthVerdict verdict = new HealthVerdict(5, List.of(new Missed(B, 2)));
		this.node.startClean(4).receive(C, verdict);
		assertThat(state(this.node, B)).isEqualTo(MemberState.UP);
		this.node.follow(B, 5, LEASE).receive(C, verdict).receive(B, new HealthVerdict(4, List.of(new Missed(C, 2))));
		assertThat(state(this.node, B)).isEqualTo(MemberState.UP);
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
		this.node.restarted(B).receive(B, new HealthVerdict(5, List.of(new Missed(C, 2))));
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
	}

	@Test
	void nodeThatIsMissedThoughItHearsTheLeaderSaysSo() {
		this.node.startClean(4).follow(B, 5, LEASE).receive(B, new HealthVerdict(5, List.of(new Missed(A, 2))));
		assertThat(this.node.view().problems()).singleElement().asString().contains("2 members").contains("lost");
		assertThat(this.node.advance(2 * LEASE).view().problems()).isEmpty();
	}

	@Test
	void whoIsNotInTheListAndNumbersThatCannotBeMeanNothing() {
		List<NodeId> strangers = IntStream.range(0, 1000).mapToObj((i) -> NodeId.of("x" + i)).toList();
		List<NodeId> ids = new ArrayList<>(strangers);
		ids.add(A);
		this.five.startClean(4).elect().lead(LEASE, B, C, D, E).disconnect(E);
		report(B, ids.toArray(NodeId[]::new));
		report(C, E, E, E, E, E);
		this.five.receive(D, new SuspicionReport(5, List.of(E)), 12345);
		this.five.lead(2 * HEARTBEAT, B, C, D);
		assertThat(member(this.five, E).health().suspectedBy()).containsExactly(A, C);
		assertThat(state(this.five, E)).isEqualTo(MemberState.SUSPECTED);
		assertThat(this.five.isLeading()).isTrue();

		List<Missed> missed = new ArrayList<>(strangers.stream().map((id) -> new Missed(id, 3)).toList());
		missed.add(new Missed(C, Integer.MAX_VALUE));
		this.node.startClean(4).follow(B, 5, LEASE).receive(B, new HealthVerdict(5, missed));
		assertThat(member(this.node, C).health().observers()).isEqualTo(3);
		this.node.receive(B, new HealthVerdict(5, List.of(new Missed(C, -7))));
		assertThat(state(this.node, C)).isEqualTo(MemberState.UP);
	}

	@Test
	void followerIsNotToldOfAsAMember() {
		this.node.startClean(4).elect().lead(LEASE, B, C);
		assertThat(this.node.sent(LeaderHeartbeat.class)).isNotEmpty();
		this.node.answer(B, new SuspicionReport(5, List.of(A)));
		assertThat(this.node.lead(2 * HEARTBEAT, B, C).isLeading()).isTrue();
	}

	@Test
	void phiRisesWithTheSilence() {
		this.node.detector(new PhiAccrual(8)).startClean(4).follow(B, 5, LEASE);
		assertThat(member(this.node, C).health().phi()).isNull();
		double soon = member(this.node, B).health().phi();
		double late = member(this.node.pause(150 * MILLI), B).health().phi();
		assertThat(soon).isCloseTo(0, within(0.1));
		assertThat(late).isGreaterThan(1);
		assertThat(member(this.node.pause(100 * MILLI), B).health().phi()).isGreaterThan(8);
		assertThat(state(this.node, B)).isEqualTo(MemberState.SUSPECTED);
	}

	@Test
	void linkThatComesAndGoesIsToldOfAFewTimesOnly() {
		this.node.startClean(4).follow(B, 5, LEASE).forgetEffects();
		for (int i = 0; i < 1000; i++) {
			this.node.disconnect(C).advance(10 * MILLI).connect(C).heartbeat(B, 5, 30 + i);
		}
		assertThat(this.node.effects(Effect.MemberChanged.class)).hasSize(3);
		assertThat(state(this.node, C)).isEqualTo(MemberState.SUSPECTED);
		assertThat(state(this.node.follow(B, 5, 2 * LEASE), C)).isEqualTo(MemberState.UP);
	}

}
