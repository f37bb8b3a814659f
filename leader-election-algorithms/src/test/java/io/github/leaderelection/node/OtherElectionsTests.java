package io.github.leaderelection.node;

import java.util.Map;

import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A node without Spring finds the elections of this module where it is on the class path.
 */
class OtherElectionsTests {

	private static final NodeId A = NodeId.of("a");

	@Test
	void theyAreFound() {
		assertThat(ElectionNodeBuilder.algorithms()).contains("ballot", "bully", "emergent", "quorum", "raft", "ring",
				"zab");
	}

	@Test
	void settingsOfAnAlgorithmAreChecked() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(ElectionNodeBuilder.forNode(A).group("default", bully("minimum-cluster-size", "2"))::build)
			.withMessage("leader-election.bully.minimum-cluster-size is '2', which cannot be used: set it to a whole"
					+ " number from 1 to 1");
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(ElectionNodeBuilder.forNode(A).group("default", bully("minimum-size", "1"))::build)
			.withMessage(
					"leader-election.bully.minimum-size is '1', which cannot be used: set it to nothing, and choose"
							+ " one of [minimum-cluster-size]");
		assertThat(ElectionNodeBuilder.forNode(A).group("default", bully("MINIMUMCLUSTERSIZE", "1")).build())
			.isNotNull();
	}

	private static GroupOptions bully(String name, String value) {
		return GroupOptions.defaults().withAlgorithm("bully").withSettings(Map.of(name, value));
	}

}
