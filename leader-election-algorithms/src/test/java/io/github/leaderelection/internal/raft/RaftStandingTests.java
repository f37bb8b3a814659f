package io.github.leaderelection.internal.raft;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.github.leaderelection.Position;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.raft.RaftNode.Sent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.github.leaderelection.internal.raft.RaftNode.A;
import static io.github.leaderelection.internal.raft.RaftNode.B;
import static io.github.leaderelection.internal.raft.RaftNode.C;
import static io.github.leaderelection.internal.raft.RaftNode.INCARNATION;
import static io.github.leaderelection.internal.raft.RaftNode.LEASE;
import static io.github.leaderelection.internal.raft.RaftNode.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Questions} and {@link TimeoutOptions}: what a member asks, and when.
 */
class RaftStandingTests {

	private static final Position FIVE = new Position(1, 5);

	private static final Position SIX = new Position(1, 6);

	private final RaftNode node = new RaftNode(1).start();

	private static ScoutingRequest scout(Sent sent) {
		return (ScoutingRequest) sent.message();
	}

	private RaftNode beginToScout() {
		this.node.pass(this.node.due(NominationTimer.ATTEMPT) - this.node.nanos());
		return this.node;
	}

	@Test
	void aQuestionLeavesWithAPositionReadAfterTheElectionWantedToAsk() {
		beginToScout();
		assertThat(this.node.takeSent()).isEmpty();
		assertThat(this.node.ownReadings()).isEqualTo(1);

		this.node.tellOwn(FIVE);
		List<Sent> sent = this.node.takeSent();
		assertThat(sent).extracting(Sent::to).containsExactly(B, C);
		assertThat(sent).extracting(Sent::position).containsOnly(FIVE);
		assertThat(sent).allSatisfy((each) -> assertThat(each.message()).isInstanceOf(ScoutingRequest.class));
	}

	@Test
	void thePositionIsReadAgainForTheProposalAndTheWinnerLeads() {
		beginToScout().tellOwn(FIVE);
		ScoutingRequest request = scout(this.node.takeSent().get(0));
		this.node.receive(B, new ScoutingResponse(0, request.round(), true, Refusal.NONE, null, 0, 0), null,
				INCARNATION);
		assertThat(this.node.takeSent()).isEmpty();
		assertThat(this.node.ownReadings()).isEqualTo(1);

		this.node.tellOwn(SIX);
		List<Sent> sent = this.node.takeSent();
		assertThat(sent).extracting(Sent::position).containsExactly(SIX, SIX);
		assertThat(sent.get(0).message()).isInstanceOf(ElectionProposal.class);
		this.node.receive(B, new ElectionResponse(1, 1, true, Refusal.NONE, LEASE), null, INCARNATION);
		assertThat(this.node.leads()).isTrue();
	}

	@Test
	void aQuestionThatIsRepeatedWaitsForTheSameReading() {
		beginToScout();
		this.node.pass(30 * MILLI);
		assertThat(this.node.ownReadings()).isEqualTo(1);
		this.node.tellOwn(FIVE);
		assertThat(this.node.takeSent()).extracting(Sent::to).containsExactly(B, C);
	}

	@Test
	void withoutAPositionNothingIsAskedAndTheOperatorHearsOfIt() {
		beginToScout().tellOwn(null);
		assertThat(this.node.takeSent()).isEmpty();
		assertThat(this.node.notices()).contains(Notice.POSITION_UNKNOWN);
	}

	@Test
	void aQuestionThatIsOverDoesNotLeave() {
		beginToScout();
		this.node.beat(C, 1).takeSent();
		this.node.tellOwn(FIVE);
		assertThat(this.node.takeSent()).isEmpty();
	}

	@Test
	void aSlowReadingMakesTheNextRoundLastLonger() {
		// measured: a fast network, so that a round lasts the least it can
		beginToScout().tellOwn(FIVE);
		ScoutingRequest request = scout(this.node.takeSent().get(0));
		this.node.pass(MILLI);
		this.node.receive(B, new ScoutingResponse(0, request.round(), false, Refusal.BEHIND, null, 0, 0), null,
				INCARNATION);
		while (this.node.raftState().question() == null
				|| this.node.election().stillAsks(this.node.raftState().question().message())) {
			this.node.pass(10 * MILLI);
		}
		long before = this.node.election().exchangeNanos();
		assertThat(before).isEqualTo(60 * MILLI);

		this.node.tellOwn(FIVE);
		assertThat(this.node.election().exchangeNanos()).isGreaterThan(before);
	}

	@Test
	void theElectionTimeoutIsDrawnAnewAfterEachHeartbeat() {
		TreeSet<Long> drawn = new TreeSet<>();
		for (int i = 0; i < 200; i++) {
			this.node.beat(C, 1);
			long at = this.node.election().deadlineNanos(QuorumTimer.ATTEMPT);
			drawn.add((at - this.node.nanos()) / MILLI);
			this.node.pass(100 * MILLI);
		}
		assertThat(drawn.first()).isBetween(150L, 160L);
		assertThat(drawn.last()).isBetween(290L, 300L);
		assertThat(drawn).hasSizeGreaterThan(50);
	}

	@ParameterizedTest
	@CsvSource({ "0.05, 110, 150", "0.1, 122, 155", "0.2, 150, 183" })
	void aLeaderWhoseClockIsSlowIsNotSuspectedBetweenTwoHeartbeats(double drift, long interval, long longestGap) {
		RaftNode follower = new RaftNode(1, drift).start();
		follower.beat(C, 1);
		follower.takeSent();
		for (int i = 0; i < 200; i++) {
			long late = longestGap - 1 - interval;
			follower.pass((interval + (i % 2 == 0 ? late : -late)) * MILLI);
			follower.beat(C, 1);
			assertThat(follower.takeSent()).noneMatch((sent) -> RaftNomination.isQuestion(sent.message()));
		}
		assertThat(follower.ownReadings()).as("questions that waited for a position").isZero();
		follower.pass(2 * longestGap * MILLI + 10 * MILLI);
		assertThat(follower.ownReadings()).as("once the leader is silent").isEqualTo(1);
	}

	private static ElectionSettings settings(Map<String, String> options) {
		return settings(options, 0.05);
	}

	private static ElectionSettings settings(Map<String, String> options, double drift) {
		return ElectionSettings.of("cluster", "group", A, List.of(A, B, C))
			.durable(true)
			.leaseNanos(LEASE)
			.maxClockDrift(drift)
			.drainNanos(0)
			.build()
			.withOptions(AlgorithmOptions.of("raft", options));
	}

	@Test
	void clocksThatMayDifferByMuchMakeTheTimeoutLonger() {
		RaftNomination raft = new RaftNomination();
		ElectionTimeout wide = raft.electionTimeout(settings(Map.of(), 0.2));
		assertThat(wide.leastNanos() / MILLI).isEqualTo(183);
		assertThat(wide.mostNanos() / MILLI).isEqualTo(366);
		assertThat(raft.electionTimeout(settings(Map.of("election-timeout-min", "190ms"), 0.2)).leastNanos())
			.isEqualTo(190 * MILLI);
		ElectionSettings early = settings(Map.of("election-timeout-min", "170ms"), 0.2);
		assertThatIllegalArgumentException().isThrownBy(() -> raft.promises(early))
			.withMessageContaining("election-timeout-min=170ms")
			.withMessageContaining("max-clock-drift")
			.withMessageContaining("183ms");
		// a lease of five heartbeats, by clocks that are nearly worthless
		ElectionSettings extreme = ElectionSettings.of("cluster", "group", A, List.of(A, B, C))
			.durable(true)
			.leaseNanos(500 * MILLI)
			.maxClockDrift(0.49)
			.drainNanos(0)
			.build();
		assertThat(raft.electionTimeout(extreme)).isEqualTo(new ElectionTimeout(300 * MILLI, 300 * MILLI));
	}

	@ParameterizedTest
	@CsvSource({ "election-timeout-min", "election-timeout-max" })
	void aTimeoutOfManyYearsIsRefusedLikeAnyThatIsTooLong(String option) {
		ElectionSettings huge = settings(Map.of(option, "PT9223372036854775807S"));
		assertThatIllegalArgumentException().isThrownBy(() -> new RaftNomination().electionTimeout(huge))
			.withMessageContaining(option);
	}

	@Test
	void theTimeoutIsThatOfThePaperUnlessSet() {
		RaftNomination raft = new RaftNomination();
		assertThat(raft.electionTimeout(settings(Map.of()))).isEqualTo(new ElectionTimeout(150 * MILLI, 300 * MILLI));
		assertThat(raft.electionTimeout(settings(Map.of("election-timeout-min", "200ms"))))
			.isEqualTo(new ElectionTimeout(200 * MILLI, 400 * MILLI));
		assertThat(raft
			.electionTimeout(settings(Map.of("election-timeout-min", "400ms", "election-timeout-max", "450ms"))))
			.isEqualTo(new ElectionTimeout(400 * MILLI, 450 * MILLI));
		assertThat(raft.options()).containsExactlyInAnyOrder("election-timeout-min", "election-timeout-max");
		assertThat(raft.promises(settings(Map.of()))).containsExactlyInAnyOrder(Promise.values());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					election-timeout-min | 100ms | 300ms | election-timeout-min=100ms: It cannot be used. Set it, the same on every node, to at least one and a half
					election-timeout-max | 200ms | 190ms | election-timeout-max=190ms: It cannot be used. Set it, the same on every node, to at least election-timeout-min, 200ms
					election-timeout-max | 200ms | 700ms | election-timeout-max=700ms: It cannot be used. Set it, the same on every node, to at most six tenths of the lease, 600ms
					""")
	void aTimeoutThatCannotBeUsedIsRefused(String key, String least, String most, String message) {
		ElectionSettings wrong = settings(Map.of("election-timeout-min", least, "election-timeout-max", most));
		assertThatIllegalArgumentException().isThrownBy(() -> new RaftNomination().promises(wrong))
			.withMessageContaining("raft." + message)
			.withMessageContaining(key);
	}

}
