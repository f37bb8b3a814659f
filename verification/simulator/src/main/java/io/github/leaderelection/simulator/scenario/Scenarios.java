package io.github.leaderelection.simulator.scenario;

import java.util.List;
import java.util.stream.Stream;

/**
 * All named scenarios.
 */
public final class Scenarios {

	private Scenarios() {
	}

	/**
	 * All of them.
	 * @return in an order that never changes
	 */
	public static List<NamedScenario> all() {
		return Stream
			.of(RestartScenarios.all(), LeaseScenarios.all(), GrantScenarios.all(), RaiseScenarios.all(),
					CessionScenarios.all(), CessionMemoryScenarios.all(), UnsavableScenarios.all(),
					SlowDiskScenarios.all(), LostStateScenarios.all(), StateAnswerScenarios.all(),
					SpentTermScenarios.all(), StateFileScenarios.all(), ForgottenVoteScenarios.all(),
					PromiseScenarios.all(), MixedLeaseScenarios.all(), NewClusterScenarios.all(),
					MembershipScenarios.all(), PartialConnectivityScenarios.all(), OrderScenarios.all(),
					CandidacyScenarios.all(), HealthScenarios.all(), ClockScenarios.all(), UnsavedVoteScenarios.all())
			.flatMap(List::stream)
			.toList();
	}

}
