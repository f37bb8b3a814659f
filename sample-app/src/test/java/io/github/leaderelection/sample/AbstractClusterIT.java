package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.Cluster;
import io.github.leaderelection.sample.cluster.ClusterSpec;
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

	protected Cluster cluster;

	AbstractClusterIT(ClusterSpec spec) {
		this.spec = spec;
	}

	@BeforeAll
	void start() {
		this.cluster = Cluster.start(this.spec);
	}

	/** Whatever an earlier test left. */
	@BeforeEach
	void complete() {
		this.cluster.startAll();
		this.cluster.awaitLeader();
	}

	@AfterAll
	void stop() {
		if (this.cluster != null) {
			this.cluster.close();
		}
	}

}
