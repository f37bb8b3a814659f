package io.github.leaderelection.store.kubernetes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.github.leaderelection.internal.store.kubernetes.KubernetesLeaseStore;
import io.github.leaderelection.internal.store.kubernetes.MissingRightsException;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the guide says of Kubernetes is what the starter expects.
 */
class KubernetesGuideTests {

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

	private final GuidePage page = GuidePage.of("docs/stores/kubernetes.md");

	private final List<HasMetadata> manifest = this.page.manifest("kind: Deployment");

	KubernetesGuideTests() throws IOException {
	}

	private <T> T one(Class<T> type) {
		return GuidePage.one(this.manifest, type);
	}

	private KubernetesStoreProperties settings(StandardEnvironment environment) throws IOException {
		String settings = this.page.block("store: kubernetes");
		environment.getPropertySources()
			.addFirst(new YamlPropertySourceLoader()
				.load("guide", new ByteArrayResource(settings.getBytes(StandardCharsets.UTF_8)))
				.get(0));
		return Binder.get(environment).bind("leader-election.kubernetes", KubernetesStoreProperties.class).get();
	}

	@Test
	void manifestGivesWhatStartupAsksFor() {
		ServiceAccount account = one(ServiceAccount.class);
		try (StrictApiServer server = new StrictApiServer()) {
			server.forbid("create leases");
			Config config = new ConfigBuilder(server.config()).withOauthToken(token(account)).build();
			try (KubernetesLeaseStore store = new KubernetesLeaseStore(config, "shop", "leader-election", true)) {
				MissingRightsException refused = catchThrowableOfType(MissingRightsException.class, store::check);
				List<HasMetadata> printed = GuidePage.read(refused.manifest());
				assertThat(one(Role.class)).isEqualTo(GuidePage.one(printed, Role.class));
				assertThat(one(RoleBinding.class)).isEqualTo(GuidePage.one(printed, RoleBinding.class));
			}
		}
	}

	private static String token(ServiceAccount account) {
		String claims = "{\"sub\":\"system:serviceaccount:" + account.getMetadata().getNamespace() + ":"
				+ account.getMetadata().getName() + "\"}";
		return "x." + Base64.getUrlEncoder().encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".x";
	}

	@Test
	void partsOfTheManifestFitTogether() {
		assertThat(this.manifest).extracting((part) -> part.getMetadata().getNamespace()).containsOnly("shop");
		var pod = one(Deployment.class).getSpec().getTemplate();
		assertThat(pod.getSpec().getServiceAccountName()).isEqualTo(one(ServiceAccount.class).getMetadata().getName());
		assertThat(pod.getSpec().getAutomountServiceAccountToken()).as("the token is needed").isNotEqualTo(false);
		assertThat(pod.getMetadata().getLabels())
			.containsAllEntriesOf(one(Deployment.class).getSpec().getSelector().getMatchLabels());
		Container container = pod.getSpec().getContainers().get(0);
		String port = container.getPorts().get(0).getName();
		assertThat(one(Service.class).getSpec().getPorts().get(0).getTargetPort().getStrVal()).isEqualTo(port);
		for (Probe probe : List.of(container.getStartupProbe(), container.getLivenessProbe(),
				container.getReadinessProbe())) {
			assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo(port);
			assertThat(probe.getHttpGet().getPath()).matches("/actuator/health/(liveness|readiness)");
		}
		assertThat(this.page.block("store: kubernetes")).as("a roll-out waits until a pod has read the Lease")
			.contains("include: readinessState,leaderParticipant");
		assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).as("the drain, and then the rest")
			.isGreaterThan(20 + 30);
	}

	@Test
	void serviceSelectsThePodThatHasTheLabelOfTheSettings() throws IOException {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getSystemProperties().put("HOSTNAME", "orders-1");
		PodLabel label = PodLabel.of(settings(environment), environment);
		environment.getSystemProperties().remove("HOSTNAME");
		assertThat(label).isNotNull();
		Map<String, String> selector = one(Service.class).getSpec().getSelector();
		assertThat(selector).containsEntry(label.key(), label.value());
		selector.remove(label.key());
		assertThat(one(Deployment.class).getSpec().getTemplate().getMetadata().getLabels())
			.containsAllEntriesOf(selector);
	}

	@Test
	void variablesOfTheSettingsAreThoseOfTheManifest() throws IOException {
		StandardEnvironment environment = new StandardEnvironment();
		settings(environment);
		String settings = this.page.block("store: kubernetes");
		List<String> given = one(Deployment.class).getSpec()
			.getTemplate()
			.getSpec()
			.getContainers()
			.get(0)
			.getEnv()
			.stream()
			.map((variable) -> variable.getName())
			.toList();
		assertThat(VARIABLE.matcher(settings).results().map((found) -> found.group(1))).isNotEmpty()
			.allMatch((name) -> name.equals("HOSTNAME") || given.contains(name));
	}

	@Test
	void everyKeyHasARowWithItsDefault() throws IOException {
		Path metadata = Path.of("target/classes/META-INF/spring-configuration-metadata.json");
		List<JsonNode> keys = new ObjectMapper().readTree(metadata.toFile()).path("properties").valueStream().toList();
		assertThat(keys).hasSize(4).allSatisfy((key) -> {
			String name = key.path("name").asText().replace("leader-election.kubernetes.", "");
			assertThat(this.page.text().lines()).filteredOn((line) -> line.startsWith("| `" + name + "` |"))
				.singleElement()
				.asString()
				.contains(key.has("defaultValue") ? "| `" + key.path("defaultValue").asText() + "` |" : "| ");
		});
	}

}
