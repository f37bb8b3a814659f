package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link EmergentOptions}.
 */
class EmergentOptionsTests {

	private static final long MILLI = 1_000_000;

	private static ElectionSettings settings(Map<String, String> options) {
		List<NodeId> members = Stream.of("a", "b", "c", "d", "e").map(NodeId::of).toList();
		return ElectionSettings.of("cluster", "group", members.get(0), members)
			.durable(true)
			.drainNanos(0)
			.options(AlgorithmOptions.of("emergent", options))
			.build();
	}

	@Test
	void theFirstTwoIntroduceUnlessOthersAreNamed() {
		assertThat(EmergentOptions.of(settings(Map.of())).seeds()).containsExactly(NodeId.of("a"), NodeId.of("b"));
		assertThat(EmergentOptions.of(settings(Map.of("seed-nodes", "d, c"))).seeds()).containsExactly(NodeId.of("d"),
				NodeId.of("c"));
	}

	@ParameterizedTest
	@CsvSource({ "minimum-cluster-size,0,1 to 5", "minimum-cluster-size,6,1 to 5", "minimum-cluster-size,many,1 to 5",
			"seed-nodes,'a,x',the members are", "seed-nodes,'a,a',each once", "seed-nodes,'',the members are",
			"heartbeat-neighbours,0,1 to", "all-to-all-up-to,0,1 to", "seed-node,a,seed-nodes",
			"join-failure,later,'[go-on, stop]'" })
	void whatCannotBeUsedIsRefused(String name, String value, String remedy) {
		ElectionSettings settings = settings(Map.of(name, value));
		assertThatIllegalArgumentException().isThrownBy(() -> Algorithm.named("emergent").check(settings))
			.withMessageStartingWith("emergent." + name + "=" + value + ":")
			.withMessageContaining(remedy);
	}

	@Test
	void aStartGoesOnThoughNobodyLetsTheNodeInUnlessItIsToStop() {
		Algorithm algorithm = Algorithm.named("emergent");
		assertThat(algorithm.startsOnlyJoined(settings(Map.of()))).isFalse();
		assertThat(algorithm.startsOnlyJoined(settings(Map.of("join-failure", "go-on")))).isFalse();
		assertThat(algorithm.startsOnlyJoined(settings(Map.of("join-failure", " STOP ")))).isTrue();
		assertThat(Algorithm.named("quorum").startsOnlyJoined(settings(Map.of("join-failure", "stop")))).isFalse();
	}

	@Test
	void aMajorityAsMinimumMakesTheLeaderTheOnlyOne() {
		Algorithm algorithm = Algorithm.named("emergent");
		assertThat(algorithm.promises(settings(Map.of("minimum-cluster-size", "3"))))
			.containsExactlyInAnyOrder(Promise.S1, Promise.S2, Promise.S3, Promise.S4, Promise.L1);
		assertThat(algorithm.promises(settings(Map.of("minimum-cluster-size", "2"))))
			.containsExactlyInAnyOrder(Promise.S4, Promise.L1);
		assertThat(algorithm.promises(settings(Map.of()))).doesNotContain(Promise.S2);
	}

	@Test
	void aRingNeedsMoreMembersThanNeighbours() {
		EmergentOptions options = EmergentOptions
			.of(settings(Map.of("heartbeat-neighbours", "3", "all-to-all-up-to", "2")));
		assertThat(options.isRing(4)).isFalse();
		assertThat(options.isRing(5)).isTrue();
		assertThat(options.suspicionNanos(4)).isEqualTo(600 * MILLI);
		assertThat(options.suspicionNanos(5)).isEqualTo(725 * MILLI);
		assertThat(options.questionNanos()).isEqualTo(250 * MILLI);
	}

}
