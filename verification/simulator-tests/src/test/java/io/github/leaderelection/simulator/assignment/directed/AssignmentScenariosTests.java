package io.github.leaderelection.simulator.assignment.directed;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What workers and leaders of assignments do in directed scenarios.
 */
class AssignmentScenariosTests {

	static Set<String> names() {
		return AssignmentScenarios.names();
	}

	@ParameterizedTest
	@MethodSource("names")
	void goesAsExpected(String name) {
		assertThat(AssignmentScenarios.play(name)).isNull();
	}

	@Test
	void aWaitThatIsShorterThanWhatWorkersHoldMakesTwoOwners() {
		assertThat(new Stage().play(AssignmentScenariosTests::shorterWait))
			.isEqualTo("A1: orders/p0 of w1 and orders/p0 of w0 at 2000.0 ms");
	}

	private static void shorterWait(Stage stage) {
		Node first = stage.worker("w0");
		Node other = stage.worker("w1");
		stage.begin(stage.leader("l1"), first, other);
		stage.run(2500, stage.leader("l2").lease(2000, 2000).lead(2), other);
	}

}
