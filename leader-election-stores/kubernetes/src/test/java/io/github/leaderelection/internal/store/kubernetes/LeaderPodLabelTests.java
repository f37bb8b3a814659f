package io.github.leaderelection.internal.store.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.leaderelection.internal.store.kubernetes.server.ApiFault;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.StoreClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderPodLabel}.
 */
class LeaderPodLabelTests {

	private final StrictApiServer server = new StrictApiServer();

	private final KubernetesLeaseStore store = new KubernetesLeaseStore(this.server.config(), "shop", "leader-election",
			false);

	private final LeaderPodLabel label = new LeaderPodLabel(this.store, "orders-1", "example.com/leader", "yes");

	LeaderPodLabelTests() {
		this.server.create("pods", "orders-1", JsonNodeFactory.instance.objectNode());
	}

	@AfterEach
	void close() {
		this.store.close();
		this.server.close();
	}

	private JsonNode label() {
		return this.server.get("pods", "orders-1").path("metadata").path("labels").path("example.com/leader");
	}

	private void awaitLabel(String value) {
		Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> label().asText("").equals(value));
	}

	private long patches() {
		return this.server.requests().stream().filter((request) -> request.startsWith("PATCH")).count();
	}

	@Test
	void labelFollowsWhatIsWanted() {
		this.label.want(true);
		awaitLabel("yes");
		this.label.want(false);
		awaitLabel("");
		this.label.want(true);
		awaitLabel("yes");
		this.label.close();
		assertThat(label().isMissingNode()).as("removed at the end").isTrue();
	}

	@Test
	void failureIsRepeatedUntilItIsDone() {
		this.server.plan("PATCH", ApiFault.FAILS);
		this.server.plan("PATCH", ApiFault.FAILS_LATE);
		this.label.want(true);
		Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> patches() == 3);
		awaitLabel("yes");
	}

	@Test
	void onlyWhatIsWantedInTheEndCounts() {
		this.server.plan("PATCH", ApiFault.FAILS);
		this.label.want(true);
		Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> patches() >= 1);
		for (int i = 0; i < 10; i++) {
			this.label.want(i % 2 == 0);
		}
		this.label.want(true);
		awaitLabel("yes");
		this.label.close();
		assertThat(label().isMissingNode()).isTrue();
	}

	@Test
	void podThatIsNotThereHoldsUpNothing() {
		LeaderPodLabel other = new LeaderPodLabel(this.store, "nobody", "role", "leader");
		other.want(true);
		Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> patches() >= 1);
		assertThat(new StoreClient(this.store).held().holder()).isNotNull();
		other.close();
	}

}
