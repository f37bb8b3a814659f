package io.github.leaderelection.internal.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RequiredRights} and how they are checked.
 */
class RequiredRightsTests {

	private final StrictApiServer server = new StrictApiServer();

	@AfterEach
	void close() {
		this.server.close();
	}

	private KubernetesLeaseStore store(boolean labelsPods) {
		String claims = Base64.getUrlEncoder()
			.encodeToString("{\"sub\":\"system:serviceaccount:web:shop-app\"}".getBytes(StandardCharsets.UTF_8));
		Config config = new ConfigBuilder(this.server.config()).withOauthToken("h." + claims + ".s").build();
		return new KubernetesLeaseStore(config, "shop", "leader-election", labelsPods);
	}

	@Test
	void whoHasAllRightsPasses() {
		try (LeaseStore store = store(true)) {
			store.check();
		}
		assertThat(this.server.requests()).noneMatch((request) -> request.contains("/pods"));
		assertThat(this.server.leases()).isEmpty();
	}

	@Test
	void missingRightPrintsTheRoleToApply() {
		this.server.forbid("create leases", "watch leases", "patch pods");
		try (LeaseStore store = store(true)) {
			assertThatExceptionOfType(MissingRightsException.class).isThrownBy(store::check).satisfies((refused) -> {
				assertThat(refused.problem()).contains("'shop-app'", "'web'", "'shop'",
						"watch leases, create leases, patch pods");
				assertThat(refused.manifest().replace("\"", "")).contains("kind: Role\n", "kind: RoleBinding\n",
						"- create\n", "- watch\n", "- patch\n", "name: shop-app\n", "name: shop-app-leader-election\n",
						"namespace: web\n", "namespace: shop\n");
				assertThat(refused).hasMessageContaining("kubectl apply");
			});
		}
	}

	@Test
	void rightToLabelPodsIsNeededOnlyForALabel() {
		this.server.forbid("patch pods");
		try (LeaseStore store = store(false)) {
			store.check();
		}
	}

	@Test
	void whoMayNotAskForItsRightsIsToldByTrying() {
		this.server.refuseReviews();
		this.server.forbid("list leases", "create leases");
		try (LeaseStore store = store(false)) {
			assertThatExceptionOfType(MissingRightsException.class).isThrownBy(store::check)
				.satisfies((refused) -> assertThat(refused.problem()).endsWith(": list leases"));
		}
	}

	@Test
	void reviewThatFailedStopsNobodyUnlessItDenies() {
		this.server.forbid("create leases");
		this.server.failReviews("webhook 'authorizer' did not answer", false);
		try (LeaseStore store = store(false)) {
			store.check();
			this.server.failReviews("webhook 'authorizer' did not answer", true);
			assertThatExceptionOfType(MissingRightsException.class).isThrownBy(store::check)
				.satisfies((refused) -> assertThat(refused.problem()).endsWith(": create leases"));
		}
	}

	@Test
	void serverThatDoesNotAnswerStopsNobody() {
		this.server.stop();
		try (LeaseStore store = store(false)) {
			store.check();
		}
	}

	@Test
	void tokenOfAnotherKindNamesTheAccountThatPodsHaveByDefault() {
		Config config = new ConfigBuilder(this.server.config()).withOauthToken("no-jwt").build();
		assertThat(ServiceAccount.of(config, "shop")).isEqualTo(new ServiceAccount("shop", "default"));
		assertThat(ServiceAccount.of(this.server.config(), "shop")).isEqualTo(new ServiceAccount("shop", "default"));
	}

}
