package io.github.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.kubernetes.KubernetesLeaseStore;
import io.github.leaderelection.internal.store.kubernetes.MissingRightsException;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionKubernetesStoreAutoConfiguration}.
 */
class LeaderElectionKubernetesStoreAutoConfigurationTests {

	private final StrictApiServer server = new StrictApiServer();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionKubernetesStoreAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=kubernetes", "leader-election.cluster=orders",
				"leader-election.lease-duration=8s", "leader-election.retry-interval=100ms",
				"leader-election.assume-new=true")
		.withBean(KubernetesClient.class, () -> client(this.server.config()));

	@AfterEach
	void stop() {
		this.server.close();
	}

	private static KubernetesClient client(Config config) {
		return new KubernetesClientBuilder().withConfig(config)
			.withHttpClientFactory(new JdkHttpClientFactory())
			.build();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofMinutes(1));
	}

	private static LeaderElector elector(AssertableApplicationContext context) {
		return context.getBean("leaderElector", LeaderElector.class);
	}

	private static long token(LeaderElector elector) {
		return elector.leadership().map(Leadership::fencingToken).orElse(-1L);
	}

	private String label(String pod) {
		return this.server.get("pods", pod).path("metadata").path("labels").path("role").asText("none");
	}

	@Test
	void twoInstancesOfAnApplicationLeadInTurnAndTheLabelFollows() {
		this.server.create("pods", "pod-a", JsonNodeFactory.instance.objectNode());
		this.server.create("pods", "pod-b", JsonNodeFactory.instance.objectNode());
		ApplicationContextRunner labelled = this.runner
			.withPropertyValues("leader-election.kubernetes.pod-label=role=leader");
		labelled.withPropertyValues("leader-election.node-id=pod-a", "leader-election.kubernetes.pod-name=pod-a")
			.run((a) -> {
				LeaderElector first = elector(a);
				await().until(first::isLeader);
				await().until(() -> label("pod-a").equals("leader"));
				long token = token(first);
				labelled.withPropertyValues("leader-election.node-id=pod-b", "HOSTNAME=pod-b").run((b) -> {
					LeaderElector second = elector(b);
					await().until(() -> second.leader().isPresent());
					assertThat(second.isLeader()).isFalse();
					await().until(() -> b.getBean(LeaseStore.class).tellsChanges());
					first.resign().toCompletableFuture().get();
					await().until(second::isLeader);
					assertThat(token(second)).isGreaterThan(token);
					await().until(() -> label("pod-b").equals("leader") && label("pod-a").equals("none"));
					assertThat(this.server.leases()).containsExactly("leader-election.orders.default");
				});
				assertThat(label("pod-b")).as("after it stopped").isEqualTo("none");
			});
	}

	@Test
	void childContextLeavesTheLabelToItsParent() {
		this.server.create("pods", "pod-a", JsonNodeFactory.instance.objectNode());
		ApplicationContextRunner labelled = this.runner.withPropertyValues("leader-election.node-id=pod-a",
				"leader-election.kubernetes.pod-name=pod-a", "leader-election.kubernetes.pod-label=role=leader");
		labelled.run((parent) -> {
			await().until(() -> label("pod-a").equals("leader"));
			labelled.withParent(parent)
				.run((child) -> assertThat(child.getBeanDefinitionNames()).doesNotContain("leaderElectionPodLabel"));
			assertThat(label("pod-a")).as("after the child").isEqualTo("leader");
		});
	}

	@Test
	void lazyApplicationRemovesTheLabelOfAnEarlierStart() {
		ObjectNode pod = this.server.create("pods", "pod-b", JsonNodeFactory.instance.objectNode());
		((ObjectNode) pod.path("metadata")).putObject("labels").put("role", "leader");
		this.server.write("pods", pod);
		this.runner.withPropertyValues("leader-election.node-id=pod-a").run((leader) -> {
			await().until(elector(leader)::isLeader);
			assertThat(label("pod-b")).isEqualTo("leader");
			this.runner.withBean(LazyInitializationBeanFactoryPostProcessor.class)
				.withPropertyValues("leader-election.node-id=pod-b", "leader-election.kubernetes.pod-name=pod-b",
						"leader-election.kubernetes.pod-label=role=leader")
				.run((follower) -> await().until(() -> label("pod-b").equals("none")));
		});
	}

	@Test
	void serverThatIsAwayCostsLeadershipAndNothingElse() {
		this.runner.run((context) -> {
			LeaderElector elector = elector(context);
			await().until(elector::isLeader);
			this.server.stop();
			await().until(() -> !elector.isLeader());
			await().until(() -> !elector.status().problems().isEmpty());
			this.server.restart();
			await().until(elector::isLeader);
		});
	}

	@Test
	void missingRightFailsTheStartAndPrintsTheRole() {
		this.server.forbid("update leases");
		this.runner.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause().isInstanceOf(MissingRightsException.class);
			FailureAnalysis analysis = new MissingRightsFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains("update leases", "'shop'");
			assertThat(analysis.getAction()).contains("kubectl apply", "kind: \"Role\"\n", "kind: \"RoleBinding\"\n");
		});
	}

	@Test
	void leaseThatLeavesAnApiServerNoTimeIsRefused() {
		this.runner.withPropertyValues("leader-election.lease-duration=1999ms")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("lease-duration")
				.hasMessageContaining("below 2s"));
		assertThat(this.server.leases()).isEmpty();
	}

	@Test
	void namespaceAndPrefixAreThoseThatAreSet() {
		this.runner
			.withPropertyValues("leader-election.kubernetes.namespace=jobs",
					"leader-election.kubernetes.lease-prefix=lead")
			.run((context) -> {
				await().until(elector(context)::isLeader);
				assertThat(this.server.requests())
					.contains("GET /apis/coordination.k8s.io/v1/namespaces/jobs/leases/lead.orders.default");
				assertThat(context.getBean(LeaseStore.class).description())
					.isEqualTo("Kubernetes at " + this.server.url() + ", namespace jobs, Leases 'lead.*'");
			});
	}

	@Test
	void withoutANamespaceTheStartFailsWithTheRemedy() {
		Config nowhere = new ConfigBuilder(this.server.config()).withNamespace(null).build();
		assertRefused(this.runner.withBean("other", KubernetesClient.class, () -> client(nowhere),
				(definition) -> definition.setPrimary(true)), "leader-election.kubernetes.namespace");
	}

	@Test
	void settingThatIsNoNameIsRefused() {
		for (String wrong : List.of("lease-prefix=Orders", "lease-prefix=a.b", "pod-label=a b", "pod-label=role=",
				"pod-label==x")) {
			assertRefused(this.runner.withPropertyValues("HOSTNAME=pod-a", "leader-election.kubernetes." + wrong),
					"leader-election.kubernetes." + wrong);
		}
		assertRefused(
				this.runner.withPropertyValues("HOSTNAME=", "leader-election.kubernetes.pod-label=example.com/leader"),
				"leader-election.kubernetes.pod-name is not set");
		assertRefused(
				this.runner.withPropertyValues("HOSTNAME=pod-a", "leader-election.kubernetes.namespace=jobs",
						"leader-election.kubernetes.pod-label=role=leader"),
				"leader-election.kubernetes.pod-label=role=leader: The Leases are in namespace 'jobs'");
	}

	private static void assertRefused(ApplicationContextRunner refused, String setting) {
		refused.run((context) -> {
			assertThat(context).as(setting).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining(setting);
		});
	}

	@Test
	void anotherStoreOfTheApplicationComesFirst() {
		this.runner.withBean(LeaseStore.class, () -> Mockito.mock(LeaseStore.class))
			.withPropertyValues("leader-election.kubernetes.pod-label=role=leader")
			.run((context) -> assertThat(context).doesNotHaveBean(KubernetesLeaseStore.class)
				.doesNotHaveBean(LeaderPodLabelListener.class));
	}

	@Test
	void withoutTheSettingNothingIsMade() {
		this.runner.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseStore.class));
		this.runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseStore.class));
		assertThat(this.server.requests()).isEmpty();
	}

}
