package io.github.leaderelection.sample;

import java.util.List;

import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.sample.cluster.Cluster.Leader;
import io.github.leaderelection.sample.cluster.ClusterSpec;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The leader goes, one way or the other, and exactly one node succeeds it.
 */
class FailoverIT extends AbstractClusterIT {

	FailoverIT() {
		super(ClusterSpec.ofThree("failover"));
	}

	@Test
	void killedLeaderIsSucceededByExactlyOneNode() {
		Leader before = this.cluster.awaitLeader();
		int grants = this.cluster.grants().size();
		before.node().kill();
		assertOneSuccessor(before, grants);
	}

	@Test
	void terminatedLeaderIsSucceededByExactlyOneNode() {
		Leader before = this.cluster.awaitLeader();
		int grants = this.cluster.grants().size();
		before.node().terminate();
		// Where the machine is starved it may have led, and lost its lease, before.
		assertThat(before.node().happenings()).filteredOn((happening) -> happening.kind() == Kind.REVOKED)
			.filteredOn((happening) -> happening.token() == before.token())
			.hasSize(1);
		assertOneSuccessor(before, grants);
	}

	/** Also once the node that went has come back. */
	private void assertOneSuccessor(Leader before, int grants) {
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(after.node()).isNotSameAs(before.node());
		this.cluster.start(List.of(before.node()));
		assertThat(this.cluster.awaitLeader()).isEqualTo(after);
		assertThat(this.cluster.grants()).hasSize(grants + 1).endsWith(after.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

}
