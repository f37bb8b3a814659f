package io.github.leaderelection.crashdetection.autoconfigure;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionCrashDetectionAutoConfiguration}.
 */
class LeaderElectionCrashDetectionAutoConfigurationTests {

	private static final String ON = "leader-election.crash-detection=connection";

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionCrashDetectionAutoConfiguration.class));

	@Test
	@EnabledOnOs(OS.LINUX)
	void membersWatchTheProcessesOfOneAnotherWhereThatIsSet() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY, ON).start()) {
			assertThat(cluster.contexts()).allSatisfy((context) -> Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(context.getBean(LinkStatus.class).now().peers())
					.extracting(PeerStatus::crashDetection)
					.containsExactly("in use")));
		}
	}

	@Test
	void nobodyWatchesUnlessThatIsSet() {
		this.application.run((context) -> assertThat(context.getBean(CrashDetector.Factory.class))
			.isSameAs(CrashDetector.Factory.OFF));
	}

	@Test
	void observersWatchNobody() {
		this.application.withPropertyValues(ON, "leader-election.observe=true")
			.run((context) -> assertThat(context.getBean(CrashDetector.Factory.class))
				.isSameAs(CrashDetector.Factory.OFF));
	}

	@Test
	void disabledElectionHasNone() {
		this.application.withPropertyValues(ON, "leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(CrashDetector.Factory.class));
	}

	@Test
	void storeWithCrashDetectionFailsTheStart() {
		this.application.withPropertyValues(ON, "leader-election.store=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("leader-election.crash-detection")
				.hasMessageContaining("lease in a store"));
	}

}
