package io.github.leaderelection.test.example;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.test.cluster.TestCluster;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

class SpreadTests {

	@AutoClose
	TestCluster cluster = TestCluster.builder("a", "b", "c").virtualTime().assignment("orders", 64).start();

	@Test
	void partitionsOfANodeThatCrashesAreOwnedElsewhere() {
		this.cluster.assignment("orders").awaitOwners();
		NodeId crashing = NodeId.of("b");
		List<AssignedPartition> had = this.cluster.assignment("orders").partitions(crashing).owned();

		this.cluster.kill(crashing);
		this.cluster.assignment("orders").awaitOwners();
		assertThat(this.cluster).ownsEachPartitionOnce("orders");
		assertThat(had).isNotEmpty().noneMatch(AssignedPartition::isOwned);
	}

}
