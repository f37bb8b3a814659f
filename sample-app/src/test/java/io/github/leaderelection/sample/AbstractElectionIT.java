package io.github.leaderelection.sample;

import java.time.Duration;

import io.github.leaderelection.sample.cluster.Cluster.Leader;
import io.github.leaderelection.sample.cluster.ClusterSpec;
import io.github.leaderelection.probe.EventFile.Kind;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What has to hold with real processes whichever election they run: a leader that goes,
 * in any way, is succeeded, tokens rise, and never do two lead at once.
 */
abstract class AbstractElectionIT extends AbstractClusterIT {

	AbstractElectionIT(ClusterSpec spec) {
		super(spec);
	}

	@Test
	void leaderThatIsKilledOrTerminatedOrPausedIsSucceeded() {
		Leader killed = this.cluster.awaitLeader();
		killed.node().kill();
		assertSucceeded(killed);
		Leader terminated = this.cluster.awaitLeader();
		terminated.node().terminate();
		assertThat(terminated.node().happenings()).filteredOn((happening) -> happening.kind() == Kind.REVOKED)
			.filteredOn((happening) -> happening.token() == terminated.token())
			.hasSize(1);
		assertSucceeded(terminated);
		assertSucceededWhilePaused(this.cluster.awaitLeader());
	}

	private void assertSucceededWhilePaused(Leader before) {
		before.node().pause();
		long paused = System.nanoTime();
		Leader after = this.cluster.awaitLeaderAfter(before);
		long twoLeases = this.cluster.lease().multipliedBy(2).toNanos();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - paused > twoLeases);
		before.node().resume();
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(this.cluster.awaitLeader().token()).isGreaterThanOrEqualTo(after.token());
		assertThat(this.cluster.grants()).isSorted();
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private void assertSucceeded(Leader before) {
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(after.node()).isNotSameAs(before.node());
		this.cluster.startAll();
		assertThat(this.cluster.awaitLeader().token()).isGreaterThanOrEqualTo(after.token());
		assertThat(this.cluster.grants()).isSorted();
		assertThat(this.cluster.overlaps()).isEmpty();
	}

}
