package io.github.leaderelection.system;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.cluster.Wiring;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One application on servlets, on WebFlux, and without a web server elect a leader among
 * themselves.
 */
class MixedStacksIT extends AbstractClusterIT {

	private static final String[] WEBFLUX = { "spring-boot-webflux", "spring-boot-reactor", "spring-boot-http-codec",
			"spring-webflux", "reactor-", "reactive-streams", "netty-" };

	MixedStacksIT() {
		super(ClusterSpec.ofThree("mixed-stacks")
			.withLease(Duration.ofSeconds(2))
			.withLibraries(List.of(Libraries.copied(Libraries.emptyDirectory("webflux"), WEBFLUX))), new Stacks());
	}

	@Test
	void leaderThatIsKilledOrTerminatedOrPausedIsSucceededOnWhateverStackItRuns() {
		List<NodeProcess> nodes = this.cluster.nodes();
		assertThat(nodes.get(0).output()).contains("Tomcat started on port");
		assertThat(nodes.get(1).output()).contains("Netty started on port").doesNotContain("Tomcat");
		assertThat(nodes.get(2).output()).doesNotContain("started on port");
		Leader killed = this.cluster.awaitLeader();
		killed.node().kill();
		assertSucceeded(killed);
		Leader terminated = this.cluster.awaitLeader();
		terminated.node().terminate();
		assertSucceeded(terminated);
		Leader paused = this.cluster.awaitLeader();
		paused.node().pause();
		long since = System.nanoTime();
		this.cluster.awaitLeaderAfter(paused);
		long twoLeases = this.cluster.lease().multipliedBy(2).toNanos();
		Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> System.nanoTime() - since > twoLeases);
		paused.node().resume();
		assertThat(this.cluster.awaitLeader().token()).isGreaterThan(paused.token());
		assertThat(this.cluster.grants()).isSorted();
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private void assertSucceeded(Leader before) {
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(after.node()).isNotSameAs(before.node());
		this.cluster.startAll();
		this.cluster.awaitLeader();
	}

	/**
	 * One node of each kind.
	 */
	private static final class Stacks implements Wiring {

		@Override
		public List<String> arguments(int node, int port) {
			return switch (node) {
				case 0 -> List.of();
				case 1 -> List.of("--spring.main.web-application-type=reactive");
				default ->
					List.of("--spring.main.web-application-type=none", "--leader-election.transport.port=" + port);
			};
		}

	}

}
