package io.github.leaderelection.internal.toy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.JoinFailure;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A further election takes a package of its own and one line in
 * {@code META-INF/services}: joining, positions, traces and a whole node included.
 */
class EighthElectionTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final long SECOND = 1_000_000_000;

	private final Map<NodeId, Position> positions = new HashMap<>(
			Map.of(A, new Position(1, 1), B, new Position(1, 3), C, new Position(1, 2)));

	private NominationCluster<ToyState, ToyMessage> cluster() {
		AlgorithmOptions options = AlgorithmOptions.of("toy", Map.of(Algorithm.SEED_NODES, "a"));
		return new NominationCluster<>(new ToyNomination(), 3, options).positions(this.positions::get, SECOND / 5000);
	}

	@Test
	void itIsFoundBesideTheOthers() {
		assertThat(Algorithm.names()).containsExactly("ballot", "bully", "emergent", "quorum", "raft", "ring", "toy",
				"zab");
		assertThat(Algorithm.named("toy").is(Trait.JOINS_BY_SEED_NODES)).isTrue();
		assertThat(Algorithm.named("toy").is(Trait.REFUSES_THOSE_BEHIND)).isFalse();
	}

	@Test
	void whoHasComeFurthestLeads() {
		assertThat(cluster().startAll().run(10 * SECOND).leaders()).containsExactly(B);
	}

	@Test
	void whoIsNotLetInDoesNotStand() {
		NominationCluster<ToyState, ToyMessage> cluster = cluster()
			.lose((message) -> message.body() instanceof ToyMessage.Welcome && message.to().equals(B));

		assertThat(cluster.startAll().run(10 * SECOND).leaders()).containsExactly(C);
		assertThat(cluster.state(B).joined()).isFalse();
	}

	@Test
	void anotherTakesOverFromTheOneThatCrashes() {
		NominationCluster<ToyState, ToyMessage> cluster = cluster().startAll().run(10 * SECOND);

		assertThat(cluster.crash(B).run(10 * SECOND).leaders()).containsExactly(C);
	}

	@Test
	void nodeRunsItOnceItHasJoined() {
		GroupOptions options = GroupOptions.defaults()
			.withAlgorithm("toy")
			.withSettings(Map.of(Algorithm.SEED_NODES, "a", JoinFailure.OPTION, "stop"));
		try (ElectionNode node = ElectionNodeBuilder.forNode(A)
			.group("default", options)
			.candidatePosition(() -> new Position(1, 1))
			.build()) {
			node.start();

			assertThat(node.elector("default").awaitLeadership().orTimeout(60, TimeUnit.SECONDS))
				.succeedsWithin(Duration.ofSeconds(60));
			assertThat(node.elector("default").status().algorithm()).isEqualTo("toy");
		}
	}

	@Test
	void itIsTraced() {
		assertThat(TraceFormat.of(new ToyNomination().protocol((below) -> below))).isNotNull();
	}

	@Test
	void unknownOptionIsRefused() {
		GroupOptions options = GroupOptions.defaults().withAlgorithm("toy").withSettings(Map.of("dice", "6"));

		assertThatIllegalArgumentException()
			.isThrownBy(() -> ElectionNodeBuilder.forNode(A).group("default", options).build())
			.withMessageContaining("dice");
	}

}
