package io.github.leaderelection.simulator.invariant;

import java.util.EnumSet;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.ballot.BallotMessage;
import io.github.leaderelection.internal.ballot.Claim;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each watch notices what it watches for.
 */
class InvariantsTests {

	private static final long MILLI = 1_000_000;

	private final Findings findings = new Findings(Trace.off(), new VirtualTime());

	@Test
	void twoLeadersOfOneTermAreNoticed() {
		TermLedger terms = new TermLedger(this.findings, 3, EnumSet.allOf(Promise.class));
		terms.holds(0, 5, 5);
		terms.holds(0, 5, 6);
		isFine();
		terms.holds(1, 6, 6);
		isBroken("S1");
	}

	@Test
	void tokenThatDoesNotRiseIsNoticed() {
		TermLedger terms = new TermLedger(this.findings, 3, EnumSet.allOf(Promise.class));
		terms.holds(0, 5, 5);
		terms.holds(1, 4, 4);
		isBroken("S3");
	}

	@Test
	void tokenThatANodeFollowedOrHeldIsNoticedWhateverIsPromised() {
		TermLedger terms = new TermLedger(this.findings, 3, EnumSet.of(Promise.S4));
		terms.holds(0, 5, 5);
		terms.holds(1, 5, 5);
		terms.follows(2, 5);
		terms.holds(2, 6, 6);
		terms.ended(0);
		terms.forget(0);
		terms.holds(0, 4, 4);
		isFine();
		terms.follows(1, 8);
		terms.holds(1, 8, 8);
		isBroken("tokens rise where they are known");
	}

	@Test
	void ownTokenIsRememberedAcrossARestart() {
		TermLedger terms = new TermLedger(this.findings, 3, EnumSet.of(Promise.S4));
		terms.holds(0, 5, 5);
		terms.ended(0);
		terms.holds(0, 5, 5);
		isBroken("tokens rise where they are known");
	}

	@Test
	void thirdMessageInARoundTripIsNoticed() {
		PaceWatch pace = new PaceWatch(this.findings, 3);
		BallotMessage first = elect(20 * MILLI);
		pace.says(0, first, 0);
		pace.says(0, first, 0);
		pace.says(0, new BallotMessage.Vote(1, 1), 20 * MILLI);
		pace.says(0, elect(20 * MILLI), 20 * MILLI);
		pace.says(1, elect(20 * MILLI), 20 * MILLI);
		isFine();
		pace.says(0, new BallotMessage.Vote(1, 2), 40 * MILLI - 1);
		isBroken("two messages in a round trip");
	}

	@Test
	void whatWasSaidBeforeARestartDoesNotCount() {
		PaceWatch pace = new PaceWatch(this.findings, 3);
		pace.says(0, elect(20 * MILLI), 0);
		pace.says(0, elect(20 * MILLI), 1);
		pace.started(0);
		pace.says(0, elect(20 * MILLI), 2);
		pace.says(0, elect(20 * MILLI), 3);
		isFine();
		pace.says(0, elect(20 * MILLI), 4);
		isBroken("two messages in a round trip");
	}

	private static BallotMessage elect(long boundNanos) {
		return new BallotMessage.Elect(0, boundNanos, new Claim(Claim.Standing.READY, 0, 1, false, 1));
	}

	@Test
	void secondVoteInATermIsNoticed() {
		VoteLedger votes = new VoteLedger(this.findings);
		votes.leaving(envelope(0, 11), new ElectionResponse(3, 3, true, Refusal.NONE, 1_000_000_000L), 1);
		votes.leaving(envelope(0, 11), new ElectionResponse(3, 3, true, Refusal.NONE, 1_000_000_000L), 1);
		votes.leaving(envelope(0, 12), new ElectionResponse(4, 4, true, Refusal.NONE, 1_000_000_000L), 2);
		isFine();
		votes.leaving(envelope(0, 11), new ElectionResponse(3, 3, true, Refusal.NONE, 1_000_000_000L), 2);
		isBroken("S4");
	}

	@Test
	void ownVoteCountsAsAVote() {
		VoteLedger votes = new VoteLedger(this.findings);
		votes.leaving(envelope(0, 11), new ElectionResponse(3, 3, true, Refusal.NONE, 1_000_000_000L), 1);
		votes.leaving(envelope(0, 0), new ElectionProposal(3, 1, null), 2);
		isFine();
		votes.saved(0, ballot(3).withVote(3, new Ballot.Vote(Machines.id(0), 7)));
		isBroken("S4");
	}

	@Test
	void ballotThatGoesBackIsNoticed() {
		BallotWatch ballots = new BallotWatch(this.findings, 3);
		ballots.saved(0, ballot(3));
		ballots.saved(0, ballot(4));
		isFine();
		ballots.saved(0, ballot(3));
		isBroken("ballots are kept");
	}

	@Test
	void voteInATermUpToTheFloorIsNoticed() {
		BallotWatch ballots = new BallotWatch(this.findings, 3);
		ballots.saved(0, ballot(3).asVoter(3, 9));
		ballots.saved(0, ballot(3).asVoter(3, 9).withVote(10, new Ballot.Vote(Machines.id(1), 7)));
		isFine();
		ballots.saved(1, ballot(3).asVoter(3, 9));
		ballots.saved(1, ballot(3).asVoter(3, 9).withVote(9, new Ballot.Vote(Machines.id(1), 7)));
		isBroken("no vote up to the floor");
	}

	@Test
	void floorThatFallsIsNoticedUnlessItStemsFromAWallClock() {
		BallotWatch ballots = new BallotWatch(this.findings, 3);
		ballots.started(0, false, 0.05);
		ballots.saved(0, ballot(3).asVoter(3, 9));
		ballots.saved(0, ballot(3).asVoter(3, 5));
		isFine();
		ballots.saved(0, ballot(3).asVoter(3, 4));
		isBroken("ballots are kept");
	}

	@Test
	void floorThatFallsAfterAVoteAboveItIsNoticed() {
		BallotWatch ballots = new BallotWatch(this.findings, 3);
		ballots.started(0, false, 0.05);
		ballots.saved(0, ballot(3).asVoter(3, 9));
		ballots.saved(0, ballot(3).withVote(10, new Ballot.Vote(Machines.id(1), 7)).asVoter(10, 9));
		isFine();
		ballots.saved(0, ballot(3).withVote(10, new Ballot.Vote(Machines.id(1), 7)).asVoter(10, 8));
		isBroken("ballots are kept");
	}

	@Test
	void floorOfANodeWithStateThatFallsIsNoticed() {
		BallotWatch ballots = new BallotWatch(this.findings, 3);
		ballots.started(0, true, 0.05);
		ballots.saved(0, ballot(3).asVoter(3, 9));
		ballots.saved(0, ballot(3).asVoter(3, 5));
		isBroken("ballots are kept");
	}

	@Test
	void voteThatLeavesUnsavedIsNoticed() {
		BallotWatch ballots = new BallotWatch(this.findings, 3);
		ballots.saved(0, ballot(3).withVote(3, new Ballot.Vote(Machines.id(1), 7)));
		ElectionResponse saved = new ElectionResponse(3, 3, true, Refusal.NONE, 1_000_000_000L);
		ballots.leaving(new Transit(0, 1, 1, envelope(0, 7)), envelope(0, 7), saved);
		isFine();
		ElectionResponse unsaved = new ElectionResponse(4, 4, true, Refusal.NONE, 1_000_000_000L);
		ballots.leaving(new Transit(0, 1, 1, envelope(0, 7)), envelope(0, 7), unsaved);
		isBroken("saved before it matters");
	}

	@Test
	void termThatGrowsWithoutAReasonIsNoticed() {
		GrowthWatch growth = new GrowthWatch(this.findings, 3);
		growth.started(0);
		growth.asks(0, new ScoutingRequest(0, 1, 1));
		growth.hears(0, 1, new ScoutingResponse(0, 1, true, Refusal.NONE, null, 0, 0), 2);
		growth.proposes(0, new ElectionProposal(1, 1, null), 2, false);
		isFine();
		growth.proposes(0, new ElectionProposal(2, 1, null), 2, false);
		isBroken("terms grow for a reason");
	}

	@Test
	void termThatIsProposedAgainAfterItWasGivenUpIsNoticed() {
		GrowthWatch growth = new GrowthWatch(this.findings, 3);
		growth.started(0);
		growth.proposes(0, new ElectionProposal(4, 1, null), 2, true);
		growth.proposes(0, new ElectionProposal(4, 1, null), 2, true);
		growth.cedes(1, 9);
		growth.proposes(0, new ElectionProposal(5, 1, null), 2, true);
		isFine();
		growth.cedes(0, 5);
		growth.proposes(0, new ElectionProposal(5, 1, null), 2, true);
		isBroken("no start proposes a term twice");
	}

	@Test
	void termThatIsProposedAgainAfterItsVoteCouldNotBeSavedIsNoticed() {
		GrowthWatch growth = new GrowthWatch(this.findings, 3);
		growth.started(0);
		growth.proposes(0, new ElectionProposal(4, 1, null), 2, true);
		growth.saveFailed(0);
		growth.proposes(0, new ElectionProposal(5, 1, null), 2, true);
		isFine();
		growth.saveFailed(0);
		growth.proposes(0, new ElectionProposal(5, 1, null), 2, true);
		isBroken("no start proposes a term twice");
	}

	@Test
	void extensionOfAnEndedLeaseIsNoticed() {
		GrantWatch grants = new GrantWatch(this.findings, 3);
		grants.granted(0, 1, lease(0), now(10), settings());
		grants.renewed(0, 1, lease(500), now(600), settings());
		isFine();
		grants.renewed(0, 1, lease(1400), now(1500), settings());
		isBroken("an ended lease is never extended");
	}

	@Test
	void leaseThatIsTooLongIsNoticed() {
		GrantWatch grants = new GrantWatch(this.findings, 3);
		grants.granted(0, 1, new Lease(0, 0, 1000 * MILLI, MILLI), now(10), settings());
		isBroken("nothing is granted outside a lease");
	}

	@Test
	void timeThatStandsStillIsNoticed() {
		ClusterSpec spec = new ClusterSpec(List.of(MachineSpec.perfect(1)), List.of("default"), Conditions.calm(1), 1);
		SimulatedCluster cluster = new SimulatedCluster(spec, Trace.off(), new Dice(1));
		Invariants invariants = new Invariants(cluster, EnumSet.allOf(Promise.class));
		planAnotherAtOnce(cluster.time());
		while (invariants.findings().first() == null && cluster.time().happened() < 2 * VirtualTime.MOST_AT_ONCE) {
			cluster.time().step(1);
		}
		assertThat(invariants.findings().first()).isNotNull().extracting(Finding::rule).isEqualTo("time goes on");
	}

	private static void planAnotherAtOnce(VirtualTime time) {
		time.after(0, () -> planAnotherAtOnce(time));
	}

	private void isFine() {
		assertThat(this.findings.first()).isNull();
	}

	private void isBroken(String rule) {
		assertThat(this.findings.first()).isNotNull().extracting(Finding::rule).isEqualTo(rule);
	}

	private static Lease lease(long beginMillis) {
		return new Lease(beginMillis * MILLI, beginMillis, (beginMillis + 900) * MILLI, 90 * MILLI);
	}

	private static Now now(long millis) {
		return new Now(millis * MILLI, millis);
	}

	private static ElectionSettings settings() {
		return ElectionSettings.of("cluster", "default", Machines.id(0), Machines.ids(3))
			.durable(true)
			.drainNanos(0)
			.build();
	}

	private static Ballot ballot(long term) {
		return new Ballot("identity", true, term, null, 0, 1000 * MILLI, 0.05, false);
	}

	private static Envelope<QuorumMessage> envelope(int from, long answers) {
		NodeId id = Machines.id(from);
		return new Envelope<>("cluster", "default", id, "identity", 99, "list", answers,
				new ElectionProposal(1, 1, null));
	}

	@Test
	void endedGrantOfWhichListenersDoNotHearIsFound() {
		RevocationWatch watch = new RevocationWatch(this.findings, 2);
		long lease = 1_000_000_000;
		watch.told(0, true);
		watch.told(1, true);
		watch.settled(0, true, false, 0, lease);
		watch.settled(1, true, false, 0, lease);
		watch.told(1, false);
		watch.settled(1, true, false, 9 * lease, lease);
		watch.settled(0, true, false, 2 * lease, lease);
		assertThat(this.findings.first()).isNull();
		watch.settled(0, true, false, 3 * lease, lease);
		assertThat(this.findings.broken()).containsExactly("an ended grant is revoked");
	}

}
