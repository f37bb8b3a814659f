package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader hands over to a member of higher priority, once for each time it returns (rule
 * 17).
 */
class PreemptionTests {

	private static final long WAIT = 10 * LEASE;

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	/** It leads with priority 1, and B may have another. */
	private void leading(int priorityOfB) {
		this.node.preempting().startClean(4).introduce(B, priorityOfB).introduce(C, 1).elect().forgetEffects();
	}

	private int handOvers() {
		return this.node.effects(Effect.StopAdmitting.class).size();
	}

	/** Ends the leadership of a term by the hand-over that is under way. */
	private void drained(long term) {
		this.node.feed(new Event.WorkDrained<>(term));
	}

	/** Somebody else leads for a while. */
	private void followUntilGone(NodeId leader, long term) {
		this.node.follow(leader, term, LEASE).cede(leader, term, A, (leader.equals(B)) ? C : B);
		this.node.grant(B, term + 1).grant(C, term + 1);
		assertThat(this.node.isLeading()).isTrue();
		this.node.forgetEffects();
	}

	@Test
	void leaderHandsOverToAMemberOfHigherPriorityAfterTenLeases() {
		leading(3);
		this.node.lead(WAIT - HEARTBEAT, B, C);
		assertThat(handOvers()).isZero();
		this.node.lead(2 * HEARTBEAT, B, C);
		assertThat(handOvers()).isOne();
		assertThat(this.node.isLeading()).as("while work runs").isTrue();
		assertThat(this.node.last(LeaderHeartbeat.class).successors()).startsWith(B);
		drained(5);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.PREEMPTED);
		LeadershipCession cession = this.node.last(LeadershipCession.class);
		assertThat(cession.successors()).containsExactly(B, C);
		assertThat(cession.chosen()).as("nobody asked for it").isFalse();
	}

	@Test
	void highestOfAllIsTaken() {
		leading(2);
		this.node.introduce(C, 7).lead(WAIT + HEARTBEAT, B, C);
		drained(5);
		assertThat(this.node.last(LeadershipCession.class).successors()).containsExactly(C, B);
	}

	@Test
	void memberThatReturnsIsWaitedForFromItsReturn() {
		leading(3);
		this.node.disconnect(B).lead(2 * WAIT, C).connect(B).introduce(B, 3).lead(WAIT - HEARTBEAT, B, C);
		assertThat(handOvers()).isZero();
		this.node.lead(2 * HEARTBEAT, B, C);
		assertThat(handOvers()).isOne();
	}

	@Test
	void memberThatWasSuspectedBeginsItsTenLeasesAnew() {
		leading(3);
		this.node.lead(WAIT - LEASE, B, C).lead(LEASE, C).lead(WAIT - HEARTBEAT, B, C);
		assertThat(handOvers()).isZero();
	}

	@Test
	void memberThatWasIneligibleBeginsItsTenLeasesAnew() {
		leading(3);
		this.node.lead(WAIT - LEASE, B, C);
		answer(new HeartbeatResponse(5, this.node.last(LeaderHeartbeat.class).sequence(), false, true, LEASE));
		this.node.lead(WAIT - HEARTBEAT, B, C);
		assertThat(handOvers()).isZero();
		this.node.lead(2 * HEARTBEAT, B, C);
		assertThat(handOvers()).isOne();
	}

	private void answer(HeartbeatResponse response) {
		this.node.answer(B, response);
	}

	@Test
	void memberThatMakesNoPromiseIsNotHandedLeadership() {
		leading(3);
		this.node.lead(LEASE, B, C);
		for (int i = 0; i < 120; i++) {
			this.node.lead(HEARTBEAT, C);
			answer(new HeartbeatResponse(5, this.node.last(LeaderHeartbeat.class).sequence(), true, false, LEASE));
		}
		assertThat(handOvers()).isZero();
		this.node.lead(2 * HEARTBEAT, B, C);
		assertThat(handOvers()).isOne();
	}

	@Test
	void memberHasOneTurnWhileItIsWell() {
		leading(3);
		this.node.lead(WAIT + HEARTBEAT, B, C);
		drained(5);
		this.node.elect().forgetEffects().lead(3 * WAIT, B, C);
		assertThat(handOvers()).as("it did not take over, and is as well as before").isZero();
		this.node.disconnect(B).connect(B).lead(WAIT + HEARTBEAT, B, C);
		assertThat(handOvers()).as("it has returned").isOne();
	}

	@Test
	void memberThatLedAndWasGoneMeanwhileHasAnotherTurn() {
		leading(3);
		followUntilGone(B, 6);
		this.node.disconnect(B).connect(B).lead(WAIT + HEARTBEAT, B, C);
		assertThat(handOvers()).isOne();
	}

	@Test
	void chosenMemberThatAnotherOvertookWasNotChosenForLater() {
		this.node.preempting().startClean(4).introduce(B, 3).follow(B, 5, LEASE).cedeToChosen(B, 5, A, C);
		this.node.disconnect(B).connect(B);
		followUntilGone(C, 7);
		this.node.lead(WAIT + HEARTBEAT, B, C);
		assertThat(handOvers()).isOne();
	}

	@Test
	void resigningLeaderIsNotPreempted() {
		this.node.drainTime(2 * WAIT);
		leading(3);
		this.node.lead(WAIT - HEARTBEAT, B, C).feed(new Event.ResignRequested<>(7)).lead(LEASE, B, C);
		drained(5);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.RESIGNED);
	}

	@Test
	void transferWhileAPreemptionIsUnderWayDecides() {
		this.node.drainTime(WAIT);
		leading(3);
		this.node.lead(WAIT + HEARTBEAT, B, C).feed(new Event.TransferRequested<>(8, C));
		drained(5);
		assertThat(this.node.revocations()).containsExactly(RevocationReason.TRANSFERRED);
		assertThat(this.node.last(LeadershipCession.class)).isEqualTo(new LeadershipCession(5, List.of(C, B), true));
	}

}
