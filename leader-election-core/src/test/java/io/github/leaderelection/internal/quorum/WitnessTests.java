package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A member of priority 0 votes and never leads (rule 17).
 */
class WitnessTests {

	private final ProtocolFixture witness = ProtocolFixture.node(A, 3).priority(0);

	private final ProtocolFixture leader = ProtocolFixture.node(A, 3);

	@Test
	void witnessNeverStandsAndSaysSo() {
		this.witness.startClean(4).advance(20 * LEASE);
		assertThat(this.witness.sent(ScoutingRequest.class)).isEmpty();
		assertThat(this.witness.sent(Introduction.class)).hasSize(2)
			.allMatch((said) -> said.priority() == 0 && !said.eligible());
	}

	@Test
	void witnessThatIsResumedDoesNotStandEither() {
		this.witness.startClean(4).feed(new Event.EligibilityChanged<>(7, false)).forgetEffects();
		this.witness.feed(new Event.EligibilityChanged<>(8, true)).advance(20 * LEASE);
		assertThat(this.witness.answers()).containsExactly((String) null);
		assertThat(this.witness.sent(ScoutingRequest.class)).isEmpty();
		assertThat(this.witness.sent(Introduction.class)).as("nothing changed").isEmpty();
	}

	@Test
	void witnessTakesNothingOverThoughItIsChosen() {
		this.witness.startClean(4).follow(B, 5, LEASE).forgetEffects().cedeToChosen(B, 5, A, C).advance(LEASE);
		assertThat(this.witness.sent(ElectionProposal.class)).isEmpty();
		assertThat(this.witness.sent(ScoutingRequest.class)).isEmpty();
	}

	@Test
	void witnessGrantsScoutsVotesAndPromises() {
		this.witness.startClean(4).forgetEffects().scout(B, 5);
		assertThat(this.witness.lastTo(B, ScoutingResponse.class).granted()).isTrue();
		this.witness.propose(B, 5);
		assertThat(this.witness.lastTo(B, ElectionResponse.class).granted()).isTrue();
		this.witness.heartbeat(B, 5, 1);
		assertThat(this.witness.lastTo(B, HeartbeatResponse.class))
			.isEqualTo(new HeartbeatResponse(5, 1, false, true, LEASE));
	}

	@Test
	void witnessSaysThatItVotesAndNeverLeads() {
		assertThat(this.witness.startClean(4).view().voting()).startsWith("yes: ")
			.endsWith("; it never leads: its priority is 0");
		assertThat(this.leader.startClean(4).view().voting()).doesNotContain("never leads");
	}

	@Test
	void leaderNamesNoWitnessAsSuccessorAndTransfersToNone() {
		this.leader.startClean(4).introduce(C, 0).elect().forgetEffects();
		this.leader.lead(LEASE, B).feed(new Event.TransferRequested<>(8, C));
		assertThat(this.leader.answers()).containsExactly("'c' is a witness, which never leads: its priority is 0. Name"
				+ " another member, or give it a priority of 1 or more");
		assertThat(this.leader.last(LeaderHeartbeat.class).successors()).containsExactly(B);
		this.leader.feed(new Event.ResignRequested<>(9)).feed(new Event.WorkDrained<>(5));
		assertThat(this.leader.last(LeadershipCession.class).successors()).containsExactly(B);
	}

	@Test
	void leaderWithWitnessesAloneStandsAgainOnceItResigned() {
		this.leader.startClean(4).introduce(B, 0).introduce(C, 0).elect();
		this.leader.feed(new Event.ResignRequested<>(9)).feed(new Event.WorkDrained<>(5));
		assertThat(this.leader.last(LeadershipCession.class).successors()).isEmpty();
		this.leader.untilItScouts();
		assertThat(this.leader.view().problems()).isEmpty();
	}

	@Test
	void voteOfAWitnessKeepsTheLease() {
		this.leader.startClean(4).introduce(C, 0).elect().disconnect(B).lead(5 * LEASE, C);
		assertThat(this.leader.isLeading()).isTrue();
	}

	@Test
	void statusSaysWhichMemberIsAWitness() {
		assertThat(List.of(member(0).isWitness(), member(1).isWitness(), member(null).isWitness()))
			.containsExactly(true, false, false);
	}

	private static MemberStatus member(@Nullable Integer priority) {
		return new MemberStatus(B, null, MemberState.UP, true, null, priority, null);
	}

	@Test
	void clusterOfWitnessesSaysThatNobodyWillLead() {
		this.witness.startClean(4).introduce(B, 0).introduce(C, 0).advance(HEARTBEAT);
		assertThat(this.witness.view().problems()).containsExactly("There will be no leader because every member is a"
				+ " witness: give those that may lead a leader-election.priority of 1 or more");
	}

	@Test
	void witnessThatReachesNobodyWhoMayLeadSaysWhoNeverDoes() {
		this.witness.startClean(4).introduce(C, 0).disconnect(B).advance(HEARTBEAT);
		ElectionView view = this.witness.view();
		assertThat(view.problems()).containsExactly("There is no leader because neither this node nor a member it can"
				+ " reach stands for election: [a, c] never lead, for their priority is 0; start or resume one of the"
				+ " others, or see why its application says that it is not fit to lead");
		assertThat(view.quorumReachable()).as("a witness counts").isEqualTo(2);
	}

	@Test
	void witnessThatReachesOneThatMayLeadComplainsOfNothing() {
		this.witness.startClean(4).introduce(B, 1).introduce(C, 0).advance(HEARTBEAT);
		assertThat(this.witness.view().problems()).isEmpty();
	}

}
