package io.github.leaderelection.simulator.scenario.election;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.Preludes;
import io.github.leaderelection.simulator.scenario.stage.ScenarioCluster;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import io.github.leaderelection.simulator.scenario.stage.Which;

/**
 * What members remember of cessions.
 */
public final class CessionMemoryScenarios {

	private static final long UNHEARD_OF = 50;

	private CessionMemoryScenarios() {
	}

	public static List<NamedScenario> all() {
		return List.of(Setup.of(3)
			.named("a cession of an earlier start voids nothing of a later one", CessionMemoryScenarios::earlierStart),
				Setup.of(5)
					.named("an older cession that comes late does not replace a newer",
							CessionMemoryScenarios::olderComesLate));
	}

	/**
	 * The first proposed a term that nobody heard of, ceded it to the third, and lost its
	 * disk: it leads again in a lower term, and the third has to follow it.
	 */
	private static void earlierStart(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long far = cluster.state(0).wonTerm() + UNHEARD_OF;
		HeldMessages proposals = cluster.hold(Which.proposals().from(0));
		cluster.forgery().answer(1, 0, new StaleHeartbeat(far, null));
		cluster.runUntil("n0 proposes a term above", () -> proposals.count() > 0, 500);
		HeldMessages lost = cluster.hold(Which.cessions().from(0).to(1));
		cluster.resign(0);
		cluster.runUntil("n0 has ceded", () -> cluster.leader() != 0, 100);
		cluster.run(5);
		cluster.crash(0, Crash.DISK_LOST);
		proposals.stop();
		lost.stop();
		cluster.awaitLeader();
		cluster.start(0);
		cluster.runUntil("n0 has learned the terms", () -> cluster.state(0).isPastStart(), 10_000);
		cluster.run(300);
		cluster.transfer(cluster.leader(), 0);
		cluster.awaitLeader(0);
		cluster.require(cluster.state(0).wonTerm() < far,
				"n0 leads in term " + cluster.state(0).wonTerm() + ", below " + far + " that it ceded");
		cluster.ways().cut(0, 1);
		cluster.run(3000);
		cluster.promised("L2", cluster.leader() == 0, "n0 leads by the promise of n2, which hears it");
	}

	/**
	 * The first successor is gone and all who are left must support the second, but one
	 * of them hears heartbeats of the old leader after its cession, and before them a
	 * cession of its reign before.
	 */
	private static void olderComesLate(ScenarioCluster cluster) {
		Preludes.leads(cluster);
		long first = cluster.state(0).wonTerm();
		HeldMessages older = cluster
			.hold(Which.cessions().from(0).to(3).and((transit) -> transit.envelope().body().term() <= first));
		cluster.transfer(0, 4);
		cluster.awaitLeader(4);
		cluster.run(300);
		cluster.transfer(4, 0);
		cluster.awaitLeader(0);
		cluster.run(300);
		cluster.require(older.count() > 0, "the cession of the first reign is under way");
		HeldMessages heartbeats = cluster.hold(Which.heartbeats().from(0).to(3));
		cluster.run(150);
		cluster.hold(Which.cessions().from(0).to(1));
		cluster.resign(0);
		cluster.crash(1, Crash.VANISHED);
		cluster.runUntil("n0 has ceded", () -> cluster.leader() < 0, 100);
		cluster.ways().isolate(0);
		cluster.run(1);
		older.release();
		cluster.run(1);
		heartbeats.release();
		cluster.runUntil("one of the three leads before a promise would end", () -> cluster.leader() > 1, 400);
	}

}
