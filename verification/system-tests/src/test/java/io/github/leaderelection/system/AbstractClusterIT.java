package io.github.leaderelection.system;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Wiring;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that share one cluster of processes, which is complete and has a leader before
 * each of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractClusterIT {

	private final ClusterSpec spec;

	private final Wiring wiring;

	protected Cluster cluster;

	AbstractClusterIT(ClusterSpec spec) {
		this(spec, Wiring.DIRECT);
	}

	AbstractClusterIT(ClusterSpec spec, Wiring wiring) {
		this.spec = spec;
		this.wiring = wiring;
	}

	@BeforeAll
	void start() {
		this.cluster = Cluster.start(this.spec, this.wiring);
	}

	/**
	 * Whatever an earlier test left. In a new cluster some may still learn who votes, and
	 * until then the loss of one that does can be too much.
	 */
	@BeforeEach
	void complete() {
		this.cluster.startAll();
		this.cluster.awaitLeader();
		this.cluster.awaitAllVoting();
	}

	@AfterAll
	void stop() {
		if (this.cluster != null) {
			this.cluster.close();
		}
	}

}
