package io.github.leaderelection.internal.application;

import java.time.Duration;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Plans;
import io.github.leaderelection.internal.oscillation.OscillationSettings;
import io.github.leaderelection.node.ElectionNodeBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeferredLeaderElector} before a node is behind it.
 */
class DeferredLeaderElectorTests {

	private final MockEnvironment environment = new MockEnvironment();

	@Test
	void otherMembersAreUnknownUntilTheStart() {
		this.environment.setProperty("leader-election.peers", "a@http://localhost:8081,b@http://localhost:8082");
		this.environment.setProperty("leader-election.node-id", "a");
		assertThat(elector().status().members()).containsExactly(new MemberStatus(NodeId.of("b"),
				"http://localhost:8082", MemberState.UNKNOWN, false, null, null, null));
	}

	@Test
	void nodeWithoutPeersHasNoOtherMember() {
		assertThat(elector().status().members()).isEmpty();
	}

	@Test
	void whatWasSeenIsToldOnceThereIsANodeToSeeIt() {
		DeferredLeaderElector elector = elector();
		assertThat(elector.oscillation()).isEmpty();
		assertThat(elector.disagreements()).isEmpty();
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.oscillation(new OscillationSettings(5, Duration.ofMinutes(2)))
			.build()) {
			elector.bind(node.elector("default"));
			assertThat(elector.oscillation())
				.hasValueSatisfying((seen) -> assertThat(seen.window()).isEqualTo(Duration.ofMinutes(2)));
		}
	}

	@Test
	void pauseBeforeThereIsANodeHoldsFromItsFirstStart() {
		DeferredLeaderElector elector = elector();
		assertThat(elector.eligibility().pause().toCompletableFuture()).isCompleted();
		elector.ineligible("its index is being built");
		assertThat(elector.eligibility().isPaused()).isTrue();
		assertThat(elector.status().problems()).hasSize(3)
			.anyMatch((problem) -> problem.contains("paused"))
			.anyMatch((problem) -> problem.contains("its index is being built"));
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a")).build()) {
			elector.bind(node.elector("default"));
			assertThat(elector.eligibility().isPaused()).isTrue();
			assertThat(node.elector("default").status().problems()).hasSize(3);
		}
	}

	@Test
	void pauseOfOneNodeHoldsForTheNextThatIsBuilt() {
		DeferredLeaderElector elector = elector();
		try (ElectionNode first = ElectionNodeBuilder.forNode(NodeId.of("a")).build();
				ElectionNode second = ElectionNodeBuilder.forNode(NodeId.of("b")).build()) {
			elector.bind(first.elector("default"));
			elector.eligibility().pause();
			elector.bind(second.elector("default"));
			assertThat(second.elector("default").eligibility().isPaused()).isTrue();
			elector.eligibility().resume();
			assertThat(second.elector("default").eligibility().isPaused()).isFalse();
			assertThat(elector.eligibility().isPaused()).isFalse();
		}
	}

	private DeferredLeaderElector elector() {
		return new DeferredLeaderElector("default", Plans.of(this.environment), () -> true);
	}

}
