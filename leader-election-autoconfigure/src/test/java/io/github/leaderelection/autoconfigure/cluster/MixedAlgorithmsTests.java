package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three nodes, of which one was given other elections.
 */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MixedAlgorithmsTests {

	/** Each of a group that the others hold by quorum. */
	private static final List<String> OTHERS = List.of("bully", "ring", "raft", "emergent", "ballot", "zab");

	private static final String GROUP = "default";

	private TestCluster mixed;

	private ConfigurableApplicationContext odd;

	private List<ConfigurableApplicationContext> even;

	@BeforeAll
	void start() throws IOException {
		String[] groups = OTHERS.stream()
			.map((other) -> "leader-election.groups." + groupOf(other) + ".priority=1")
			.toArray(String[]::new);
		this.mixed = new TestCluster(3, "", properties(groups));
		this.odd = this.mixed.start(0,
				OTHERS.stream()
					.map((other) -> "leader-election.groups." + groupOf(other) + ".algorithm=" + other)
					.toArray(String[]::new));
		this.even = List.of(this.mixed.start(1), this.mixed.start(2));
		Awaitility.await().atMost(Standalone.PATIENCE).until(this::areLedByOneOfTheEven);
	}

	@AfterAll
	void stop() throws IOException {
		this.mixed.close();
	}

	private static String[] properties(String... more) {
		List<String> all = new ArrayList<>(TestCluster.WITHOUT_SOME);
		all.add(TestCluster.WITHOUT_SECURITY);
		all.addAll(List.of(more));
		return all.toArray(String[]::new);
	}

	private static String groupOf(String other) {
		return "mixed-with-" + other;
	}

	private boolean areLedByOneOfTheEven() {
		return OTHERS.stream().allMatch((other) -> isLedByOneOf(this.mixed, groupOf(other), this.even));
	}

	@Test
	void twoThatAgreeGoOnLeading() {
		Awaitility.await().during(Duration.ofSeconds(2)).atMost(Standalone.PATIENCE).until(this::areLedByOneOfTheEven);
	}

	@ParameterizedTest
	@FieldSource("OTHERS")
	void twoThatAgreeLeadAndTheThirdDoesNotAndAllSayWhy(String other, CapturedOutput output) {
		for (ConfigurableApplicationContext each : this.even) {
			ElectionStatus status = TestCluster.elector(each, groupOf(other)).status();
			assertThat(status.problems()).singleElement()
				.asString()
				.startsWith("ALGORITHM: member " + this.mixed.id(0) + " holds the elections of this group by '" + other)
				.contains("this node by 'quorum'")
				.contains("stop all nodes");
			assertThat(status.members()).filteredOn((member) -> member.id().equals(NodeId.of(this.mixed.id(0))))
				.singleElement()
				.extracting(MemberStatus::connected)
				.isEqualTo(false);
		}
		ElectionStatus status = TestCluster.elector(this.odd, groupOf(other)).status();
		assertThat(status.problems()).filteredOn((problem) -> problem.startsWith("ALGORITHM: member"))
			.hasSize(2)
			.anyMatch((problem) -> problem.contains(this.mixed.id(1)))
			.anyMatch((problem) -> problem.contains(this.mixed.id(2)));
		assertThat(status.leader()).isNull();
		assertThat(this.odd.getBean(LeaderHealthIndicator.class).health().getDetails().toString())
			.contains("ALGORITHM: member " + this.mixed.id(1))
			.contains("ALGORITHM: member " + this.mixed.id(2));
		assertThat(this.odd.getBean(TransportRefusals.class).byReason().get(RefusalReason.ALGORITHM.name()))
			.isGreaterThanOrEqualTo(2 * OTHERS.size());
		assertThat(output.toString().lines()).anyMatch((line) -> line.contains("WARN")
				&& line.contains("ALGORITHM: member " + this.mixed.id(0)) && line.contains("by '" + other));
	}

	private static boolean isLedByOneOf(TestCluster cluster, String group, List<ConfigurableApplicationContext> those) {
		List<ConfigurableApplicationContext> leaders = cluster.leaders(group);
		return leaders.size() == 1 && those.contains(leaders.get(0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bully", "ring" })
	void aNodeThatAsksForAnotherNumberOfMembersTakesNoPart(String algorithm) throws Exception {
		String size = "leader-election." + algorithm + ".minimum-cluster-size=";
		try (TestCluster cluster = new TestCluster(3, "", properties("leader-election.algorithm=" + algorithm))) {
			cluster.start(0, size + 1);
			List<ConfigurableApplicationContext> even = List.of(cluster.start(1, size + 2), cluster.start(2, size + 2));
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> isLedByOneOf(cluster, GROUP, even));
			Awaitility.await()
				.during(Duration.ofSeconds(2))
				.atMost(Standalone.PATIENCE)
				.until(() -> isLedByOneOf(cluster, GROUP, even));
		}
	}

}
