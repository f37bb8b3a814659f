package io.github.leaderelection.system;

import java.time.Duration;

import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.proxy.LinkCondition;
import io.github.leaderelection.system.proxy.ProxyWiring;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What has to hold with real processes whichever election they run: a leader that goes,
 * in any way, is succeeded; and where that is promised tokens rise and never do two lead
 * at once, while elsewhere each part of a divided network has a leader, and one of them
 * is left when it is whole again.
 */
abstract class AbstractElectionIT extends AbstractClusterIT {

	private final ProxyWiring wiring;

	private final boolean oneAtATime;

	/**
	 * Chooses an election.
	 * @param algorithm its name
	 * @param oneAtATime whether it promises that one leads at a time
	 */
	AbstractElectionIT(String algorithm, boolean oneAtATime) {
		this(algorithm, oneAtATime, new ProxyWiring());
	}

	private AbstractElectionIT(String algorithm, boolean oneAtATime, ProxyWiring wiring) {
		super(ClusterSpec.ofThree(algorithm).with("leader-election.algorithm", algorithm), wiring);
		this.wiring = wiring;
		this.oneAtATime = oneAtATime;
	}

	@AfterAll
	void disconnect() {
		this.wiring.close();
	}

	@Test
	void leaderThatIsKilledOrPausedOrCutOffOrTerminatedIsSucceeded() {
		Leader killed = this.cluster.awaitLeader();
		killed.node().kill();
		assertSucceeded(killed);
		this.cluster.startAll();
		assertSucceededWhilePaused(this.cluster.awaitLeader());
		assertSucceededWhileCutOff(this.cluster.awaitLeader());
		Leader terminated = this.cluster.awaitLeader();
		terminated.node().terminate();
		assertThat(terminated.node().happenings()).filteredOn((happening) -> happening.kind() == Kind.REVOKED)
			.filteredOn((happening) -> happening.token() == terminated.token())
			.hasSize(1);
		assertSucceeded(terminated);
	}

	private void assertSucceededWhilePaused(Leader before) {
		before.node().pause();
		long paused = System.nanoTime();
		Leader after = this.cluster.awaitLeaderAfter(before);
		long twoLeases = this.cluster.lease().multipliedBy(2).toNanos();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - paused > twoLeases);
		before.node().resume();
		assertThat(after.token()).isGreaterThan(before.token());
		this.cluster.awaitLeader();
		assertPromises();
	}

	private void assertSucceededWhileCutOff(Leader before) {
		int cutOff = this.cluster.nodes().indexOf(before.node());
		this.wiring.setAround(cutOff, this.cluster.nodes().size(), LinkCondition.CUT);
		this.cluster.awaitGrantAbove(before.token());
		// the one that was cut off leads no more, or goes on
		this.cluster.awaitLeading(this.oneAtATime ? 1 : 2);
		this.wiring.setAround(cutOff, this.cluster.nodes().size(), LinkCondition.CLEAR);
		Leader after = this.cluster.awaitLeader();
		assertThat(after.token()).isGreaterThanOrEqualTo(before.token());
		if (!this.oneAtATime) {
			assertThat(this.cluster.overlaps()).isNotEmpty();
		}
		assertPromises();
	}

	private void assertSucceeded(Leader before) {
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(after.node()).isNotSameAs(before.node());
		assertPromises();
	}

	private void assertPromises() {
		if (this.oneAtATime) {
			assertThat(this.cluster.grants()).isSorted();
			assertThat(this.cluster.overlaps()).isEmpty();
		}
	}

}
