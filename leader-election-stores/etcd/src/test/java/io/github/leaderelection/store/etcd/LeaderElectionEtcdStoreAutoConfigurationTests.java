package io.github.leaderelection.store.etcd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import io.etcd.jetcd.Client;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.etcd.EtcdLeaseStore;
import io.github.leaderelection.internal.store.etcd.EtcdServer;
import io.github.leaderelection.internal.store.real.TwoInstances;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionEtcdStoreAutoConfiguration}.
 */
class LeaderElectionEtcdStoreAutoConfigurationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class,
				LeaderElectionEtcdStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=etcd", "leader-election.cluster=" + UUID.randomUUID());

	private static ApplicationContextRunner at(ApplicationContextRunner runner, EtcdServer server) {
		return runner.withPropertyValues("leader-election.etcd.endpoints=" + server.url());
	}

	@Test
	void twoInstancesOfAnApplicationLeadInTurnByEtcd(@TempDir Path directory) throws Exception {
		try (EtcdServer server = EtcdServer.start(directory)) {
			new TwoInstances(at(this.runner, server)).leadInTurn();
		}
	}

	@Test
	void releaseIsFollowedLongBeforeTheNextLook(@TempDir Path directory) throws Exception {
		try (EtcdServer server = EtcdServer.start(directory)) {
			new TwoInstances(at(this.runner, server)).followAReleaseLongBeforeTheNextLook();
		}
	}

	@Test
	void applicationsClientIsUsedWhereNoServersAreNamed(@TempDir Path directory) throws Exception {
		try (EtcdServer server = EtcdServer.start(directory)) {
			this.runner.withBean(Client.class, () -> Client.builder().endpoints(server.url()).build())
				.withPropertyValues("leader-election.assume-new=true")
				.run((context) -> {
					LeaderElector elector = TwoInstances.elector(context);
					Awaitility.await().atMost(PATIENCE).until(elector::isLeader);
					assertThat(context.getBean(EtcdLeaseStore.class).description()).contains("application's client");
				});
		}
	}

	@Test
	void withoutServersAndClientTheRemedyIsNamed() {
		assertRefused(this.runner, "leader-election.etcd.endpoints", "is not set", "Name the servers",
				"io.etcd.jetcd.Client");
	}

	@Test
	void settingsThatDoNotFitAreRefused() {
		assertRefused(this.runner.withPropertyValues("leader-election.etcd.endpoints=etcd:2379"),
				"leader-election.etcd.endpoints", "etcd:2379", "http://");
		assertRefused(this.runner.withPropertyValues("leader-election.etcd.endpoints=http://a:1,https://b:1"),
				"leader-election.etcd.endpoints", "https://b:1", "for all of them");
		ApplicationContextRunner named = this.runner
			.withPropertyValues("leader-election.etcd.endpoints=https://localhost:1");
		assertRefused(named.withPropertyValues("leader-election.etcd.ssl.bundle=none"),
				"leader-election.etcd.ssl.bundle", "bundle=none", "spring.ssl.bundle");
		assertRefused(
				this.runner.withPropertyValues("leader-election.etcd.endpoints=http://localhost:1",
						"leader-election.etcd.ssl.bundle=some"),
				"leader-election.etcd.ssl.bundle", "Use https in the endpoints");
		assertRefused(named.withPropertyValues("leader-election.etcd.user=me"), "leader-election.etcd.user", "user=me",
				"leader-election.etcd.password");
		assertRefused(named.withPropertyValues("leader-election.etcd.key-prefix="), "leader-election.etcd.key-prefix",
				"Use a prefix");
	}

	private static void assertRefused(ApplicationContextRunner runner, String... words) {
		runner.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure())
				.hasStackTraceContaining(InvalidElectionConfigurationException.class.getName());
			assertThat(words)
				.allSatisfy((word) -> assertThat(context.getStartupFailure()).hasStackTraceContaining(word));
		});
	}

	@Test
	void anotherStoreOfTheApplicationComesFirst() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionEtcdStoreAutoConfiguration.class))
			.withPropertyValues("leader-election.store=etcd", "leader-election.etcd.endpoints=http://localhost:1")
			.withBean(LeaseStore.class, () -> Mockito.mock(LeaseStore.class))
			.run((context) -> assertThat(context).hasSingleBean(LeaseStore.class)
				.doesNotHaveBean(EtcdLeaseStore.class));
	}

	@Test
	void nothingIsMadeWhereTheElectionIsDisabledOrAnotherStoreIsChosen() {
		this.runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStore.class));
		this.runner.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStore.class));
	}

}
