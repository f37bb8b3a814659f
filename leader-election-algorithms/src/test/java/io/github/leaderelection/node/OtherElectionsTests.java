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
			.withMessage(
					"bully.minimum-cluster-size=2: It cannot be used. Set it, the same on every node, to a whole number"
							+ " from 1 to 1.");
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(ElectionNodeBuilder.forNode(A).group("default", bully("minimum-size", "1"))::build)
			.withMessage("bully.minimum-size=1: The election has no such setting. Remove it, or choose one of"
					+ " [minimum-cluster-size].");
		assertThat(ElectionNodeBuilder.forNode(A).group("default", bully("MINIMUMCLUSTERSIZE", "1")).build())
			.isNotNull();
	}

	private static GroupOptions bully(String name, String value) {
		return GroupOptions.defaults().withAlgorithm("bully").withSettings(Map.of(name, value));
	}

}
