package io.github.leaderelection.store.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.settings.Peers;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the guide says of a StatefulSet fits together, and is what the starter expects.
 */
class StatefulSetGuideTests {

	private final GuidePage page = GuidePage.of("docs/kubernetes.md");

	private final List<HasMetadata> manifest = this.page.manifest("kind: StatefulSet");

	private final StatefulSet set = GuidePage.one(this.manifest, StatefulSet.class);

	private final Container container = this.set.getSpec().getTemplate().getSpec().getContainers().get(0);

	private final Binder settings = settings();

	StatefulSetGuideTests() throws IOException {
	}

	private Binder settings() throws IOException {
		StandardEnvironment environment = new StandardEnvironment();
		byte[] text = this.page.block("peers: billing")
			.replace("${HOSTNAME}", "billing-1")
			.replace("${LEADER_SECRET}", "from the environment")
			.getBytes(StandardCharsets.UTF_8);
		environment.getPropertySources()
			.addFirst(new YamlPropertySourceLoader().load("guide", new ByteArrayResource(text)).get(0));
		return Binder.get(environment);
	}

	@Test
	void peersAreThePodsOfTheSetBehindItsHeadlessService() {
		List<String> list = this.settings.bind("leader-election.peers", Bindable.listOf(String.class)).get();
		String name = this.set.getMetadata().getName();
		Service service = GuidePage.one(this.manifest, Service.class);
		int port = this.container.getPorts().get(0).getContainerPort();
		assertThat(Peers.parse(list).members())
			.containsExactlyElementsOf(IntStream.range(0, this.set.getSpec().getReplicas())
				.mapToObj((i) -> new Member(NodeId.of(name + "-" + i),
						URI.create("http://" + name + "-" + i + "." + service.getMetadata().getName() + ":" + port)))
				.toList());
		assertThat(this.set.getSpec().getServiceName()).isEqualTo(service.getMetadata().getName());
		assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
		assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
		assertThat(service.getSpec().getPorts().get(0).getPort()).isEqualTo(port);
		assertThat(this.settings.bind("leader-election.node-id", String.class).get()).isEqualTo(name + "-1");
	}

	@Test
	void labelsSelectThePods() {
		var labels = this.set.getSpec().getTemplate().getMetadata().getLabels();
		assertThat(this.set.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
		assertThat(GuidePage.one(this.manifest, Service.class).getSpec().getSelector()).isEqualTo(labels);
		PodDisruptionBudget budget = GuidePage.one(this.manifest, PodDisruptionBudget.class);
		assertThat(budget.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
		assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).as("a majority goes on").isEqualTo(1);
	}

	@Test
	void rollOutWaitsUntilARestartedPodVotesAndLetsItDrain() {
		assertThat(
				this.settings.bind("management.endpoint.health.group.readiness.include", Bindable.setOf(String.class))
					.get())
			.containsExactly("readinessState", "leaderParticipant");
		assertThat(this.set.getSpec().getPodManagementPolicy()).isEqualTo("Parallel");
		Duration phase = this.settings.bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class).get();
		assertThat(Duration.ofSeconds(this.set.getSpec().getTemplate().getSpec().getTerminationGracePeriodSeconds()))
			.isGreaterThan(phase);
	}

	@Test
	void probesDoNotDependOnLeadership() {
		String port = this.container.getPorts().get(0).getName();
		for (Probe probe : List.of(this.container.getStartupProbe(), this.container.getLivenessProbe(),
				this.container.getReadinessProbe())) {
			assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo(port);
			assertThat(probe.getHttpGet().getPath()).matches("/actuator/health/(liveness|readiness)");
		}
	}

	@Test
	void secretOfTheSettingsComesFromASecret() {
		assertThat(this.page.block("peers: billing")).contains("${LEADER_SECRET}");
		assertThat(this.container.getEnv()).singleElement().satisfies((variable) -> {
			assertThat(variable.getName()).isEqualTo("LEADER_SECRET");
			var from = variable.getValueFrom().getSecretKeyRef();
			assertThat(this.page.text())
				.contains("create secret generic " + from.getName() + " --from-literal=" + from.getKey() + "=");
		});
	}

}
