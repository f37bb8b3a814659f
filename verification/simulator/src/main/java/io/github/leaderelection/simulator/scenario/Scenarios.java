package io.github.leaderelection.simulator.scenario;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.simulator.scenario.election.CandidacyScenarios;
import io.github.leaderelection.simulator.scenario.election.CessionMemoryScenarios;
import io.github.leaderelection.simulator.scenario.election.CessionScenarios;
import io.github.leaderelection.simulator.scenario.election.EndedProcessScenarios;
import io.github.leaderelection.simulator.scenario.election.GrantScenarios;
import io.github.leaderelection.simulator.scenario.election.HealthScenarios;
import io.github.leaderelection.simulator.scenario.election.LeaseScenarios;
import io.github.leaderelection.simulator.scenario.election.MembershipScenarios;
import io.github.leaderelection.simulator.scenario.election.MixedLeaseScenarios;
import io.github.leaderelection.simulator.scenario.election.OrderScenarios;
import io.github.leaderelection.simulator.scenario.election.PartialConnectivityScenarios;
import io.github.leaderelection.simulator.scenario.election.PreferenceScenarios;
import io.github.leaderelection.simulator.scenario.election.PromiseScenarios;
import io.github.leaderelection.simulator.scenario.election.RaiseScenarios;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.state.ClockScenarios;
import io.github.leaderelection.simulator.scenario.state.ForgottenVoteScenarios;
import io.github.leaderelection.simulator.scenario.state.LostStateScenarios;
import io.github.leaderelection.simulator.scenario.state.NewClusterScenarios;
import io.github.leaderelection.simulator.scenario.state.RestartScenarios;
import io.github.leaderelection.simulator.scenario.state.SlowDiskScenarios;
import io.github.leaderelection.simulator.scenario.state.SpentTermScenarios;
import io.github.leaderelection.simulator.scenario.state.StateAnswerScenarios;
import io.github.leaderelection.simulator.scenario.state.StateFileScenarios;
import io.github.leaderelection.simulator.scenario.state.UnsavableScenarios;
import io.github.leaderelection.simulator.scenario.state.UnsavedVoteScenarios;

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
					CandidacyScenarios.all(), PreferenceScenarios.all(), HealthScenarios.all(), ClockScenarios.all(),
					UnsavedVoteScenarios.all(), EndedProcessScenarios.all())
			.flatMap(List::stream)
			.toList();
	}

}
