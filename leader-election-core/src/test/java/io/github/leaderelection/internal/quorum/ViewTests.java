package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.Promise;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LOST_WAIT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is shown of a node's state.
 */
class ViewTests {

	private final ProtocolFixture node = ProtocolFixture.node(A, 3);

	@Test
	void leaderShowsItself() {
		ElectionView view = this.node.startClean(4).elect().view();
		assertThat(view.role()).isEqualTo(Role.LEADER);
		assertThat(view.leader()).isEqualTo(new ElectionView.LeaderView(A, 5, 5, true));
		assertThat(view.term()).isEqualTo(5);
		assertThat(view.draining()).isFalse();
		assertThat(view.problems()).isEmpty();
	}

	@Test
	void followerShowsTheLeaderItHears() {
		ElectionView view = this.node.startClean(4).heartbeat(B, 5, 1).view();
		assertThat(view.role()).isEqualTo(Role.FOLLOWER);
		assertThat(view.leader()).isEqualTo(new ElectionView.LeaderView(B, 5, 5, true));
	}

	@Test
	void candidateShowsNoLeader() {
		ElectionView view = this.node.startClean(4).untilItProposes().view();
		assertThat(view.role()).isEqualTo(Role.CANDIDATE);
		assertThat(view.leader()).isNull();
	}

	@Test
	void leaderNotHeardForALeaseIsNoLongerShown() {
		this.node.startClean(4).heartbeat(B, 5, 1).advance(LEASE - MILLI);
		assertThat(this.node.view().leader()).isNotNull();
		this.node.advance(MILLI);
		assertThat(this.node.view().leader()).isNull();
		assertThat(this.node.effects(Effect.LeaderLost.class)).hasSize(1);
	}

	@Test
	void leaderIsToldOfOnceATerm() {
		this.node.startClean(4).heartbeat(B, 5, 1).heartbeat(B, 5, 2).heartbeat(B, 6, 3);
		assertThat(this.node.effects(Effect.FollowLeader.class)).hasSize(2);
	}

	@Test
	void membersShowLinkAndLastHeard() {
		this.node.start(ProtocolFixture.cleanBallot(4)).connect(B).heartbeat(B, 5, 1).advance(50 * MILLI);
		ElectionView view = this.node.view();
		ElectionView.MemberView b = view.members().get(0);
		ElectionView.MemberView c = view.members().get(1);
		assertThat(b.state()).isEqualTo(MemberState.UP);
		assertThat(b.connected()).isTrue();
		assertThat(b.lastHeardNanos()).isEqualTo(50 * MILLI);
		assertThat(c.state()).isEqualTo(MemberState.UNKNOWN);
		assertThat(c.lastHeardNanos()).isNull();
		assertThat(view.quorumReachable()).isEqualTo(2);
		assertThat(view.quorumRequired()).isEqualTo(2);
	}

	@Test
	void tooFewLinksAreAProblem() {
		this.node.start(ProtocolFixture.cleanBallot(4));
		assertThat(this.node.view().problems()).hasSize(1);
		this.node.connect(B);
		assertThat(this.node.view().problems()).isEmpty();
	}

	@Test
	void votingSaysOnWhatItRests() {
		assertThat(this.node.startClean(4).view().voting()).isEqualTo("yes: saved state");
		ProtocolFixture crashed = ProtocolFixture.node(A, 3).startCrashed(4);
		assertThat(crashed.view().voting()).startsWith("not yet: waiting 1105 ms");
		ProtocolFixture lost = ProtocolFixture.node(A, 3).start(null).connectAll();
		assertThat(lost.view().voting()).startsWith("not yet: no saved state");
		lost.advance(LOST_WAIT + MILLI).tellState(B, true, 7);
		assertThat(lost.view().voting()).contains("1 of 2");
		ProtocolFixture clock = ProtocolFixture.node(A, 3)
			.withoutDirectory()
			.start(null)
			.connectAll()
			.advance(LOST_WAIT + 2 * HEARTBEAT);
		assertThat(clock.view().voting()).isEqualTo("yes: floor from the wall clock");
	}

	@Test
	void everyPromiseIsShown() {
		assertThat(this.node.startClean(4).view().promises()).containsExactlyInAnyOrder(Promise.values());
	}

	@Test
	void stepsArePureSoTheSameInputGivesTheSameOutcome() {
		QuorumProtocol protocol = new QuorumProtocol();
		QuorumState state = this.node.startClean(4).elect().state();
		Input<QuorumMessage> input = new Input<>(new Event.MessageReceived<>(
				this.node.envelope(B, new QuorumMessage.LeaderHeartbeat(6, 6, 1, true, LEASE, 0, List.of()), 0)),
				this.node.now(), 3);
		assertThat(protocol.step(state, input).effects()).isEqualTo(protocol.step(state, input).effects());
		assertThat(state.role()).isEqualTo(Role.LEADER);
		assertThat(protocol.name()).isEqualTo("quorum");
		assertThat(protocol.messageType()).isEqualTo(QuorumMessage.class);
	}

}
