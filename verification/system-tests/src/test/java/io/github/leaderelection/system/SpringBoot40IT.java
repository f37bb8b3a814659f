package io.github.leaderelection.system;

import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.SampleForm;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes on Spring Boot 4.0, with the jars that were compiled against a later one.
 */
class SpringBoot40IT extends AbstractClusterIT {

	SpringBoot40IT() {
		super(ClusterSpec.ofThree("spring-boot-4.0").withForm(SampleForm.SPRING_BOOT_4_0));
	}

	@Test
	void killedLeaderIsSucceeded() {
		assertThat(this.cluster.nodes())
			.allSatisfy((node) -> assertThat(node.output()).containsPattern("Spring Boot.*\\(v4\\.0\\.\\d+\\)"));
		Leader before = this.cluster.awaitLeader();
		before.node().kill();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

}
