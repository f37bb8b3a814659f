package io.github.leaderelection.simulator.scenario.election;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;

/**
 * What an application is told of its grants.
 */
final class HeardGrants implements LeadershipListener {

	private final List<RevocationReason> revocations = new ArrayList<>();

	private int grants;

	private HeardGrants() {
	}

	/**
	 * Listens to the process that runs on a machine. A grant that it holds is told first.
	 */
	static HeardGrants on(ScenarioCluster cluster, int machine) {
		HeardGrants heard = new HeardGrants();
		cluster.node(machine).application().elector(0).addListener(heard);
		return heard;
	}

	int grants() {
		return this.grants;
	}

	/**
	 * Why each grant ended that was told to have ended.
	 */
	List<RevocationReason> revocations() {
		return List.copyOf(this.revocations);
	}

	@Override
	public void onGranted(Leadership leadership) {
		this.grants++;
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		this.revocations.add(reason);
	}

}
