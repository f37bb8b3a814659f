package io.github.leaderelection.system;

import java.time.Duration;

import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader stands still in the midst of leader-only work until another one leads, and is
 * told to end itself rather than go on beside it.
 */
class HaltIT extends AbstractClusterIT {

	HaltIT() {
		super(ClusterSpec.ofThree("halt")
			.withStateDirectories(true)
			.with(ProbeNames.WORK_LASTS, "120s")
			.with("leader-election.on-revocation", "halt"));
	}

	@Test
	void leaderThatLostItsGrantInTheMidstOfWorkHaltsAsItWakes() {
		Leader before = this.cluster.awaitLeader();
		NodeProcess old = before.node();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> count(old, Kind.WORK_BEGAN) >= 1);
		old.pause();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(old.isAlive()).isTrue();
		old.resume();

		old.awaitExit();
		assertThat(old.exitStatus()).isEqualTo(75);
		assertThat(count(old, Kind.WORK_ENDED)).as("The work was cut off").isZero();
		assertThat(this.cluster.awaitLeader()).isEqualTo(after);
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private static long count(NodeProcess node, Kind kind) {
		return node.happenings().stream().filter((happening) -> happening.kind() == kind).count();
	}

}
