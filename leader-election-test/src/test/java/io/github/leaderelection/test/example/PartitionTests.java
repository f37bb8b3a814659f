package io.github.leaderelection.test.example;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.cluster.TestCluster;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;

class PartitionTests {

	@AutoClose
	TestCluster cluster = TestCluster.of("a", "b", "c");

	@Test
	void leaderThatIsCutOffIsFollowedByAnother() {
		NodeId former = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former));

		this.cluster.isolate(former);
		this.cluster.awaitLeaderOtherThan(former);
		assertThat(this.cluster.elector(former)).isFollower();

		this.cluster.heal();
		this.cluster.awaitAgreement();
		assertThat(recorder).pairsEveryGrantWithOneRevocation();
	}

}
