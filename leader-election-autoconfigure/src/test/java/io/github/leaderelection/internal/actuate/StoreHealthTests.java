package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoint and the health show of a node that leads by a lease in a store.
 */
class StoreHealthTests {

	private static final Duration LEASE = Duration.ofMillis(500);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final SwitchedStore store = new SwitchedStore();

	@Test
	void aNodeWhoseStoreIsAwayIsUpAndNamesTheStoreAndItsError() throws Exception {
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.leaseStore(this.store)
			.group("default", GroupOptions.defaults().withLease(LEASE).withHeartbeat(LEASE.dividedBy(5)))
			.build()) {
			LeaderHealthIndicator indicator = new LeaderHealthIndicator(node, Map::of);
			node.start();
			await(indicator, "role", "LEADER");
			this.store.isAway = true;
			await(indicator, "problems", "The store has not answered the last ");
			assertThat(String.valueOf(indicator.health().getDetails().get("problems"))).contains("connection refused")
				.contains("The store is a register at db:5432");
			assertThat(node.isRunning()).isTrue();
			this.store.isAway = false;
			// A machine that stands still for a lease has another problem for a moment.
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
				Health health = indicator.health();
				assertThat(health.getStatus()).isEqualTo(Status.UP);
				assertThat(health.getDetails()).containsEntry("role", "LEADER").doesNotContainKey("problems");
			});
		}
	}

	@Test
	void aNodeParticipatesOnceItHasReadTheRecord() throws Exception {
		this.store.isAway = true;
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.leaseStore(this.store)
			.group("default", GroupOptions.defaults().withLease(LEASE).withHeartbeat(LEASE.dividedBy(5)))
			.build()) {
			LeaderParticipantHealthIndicator indicator = new LeaderParticipantHealthIndicator(node);
			node.start();
			Awaitility.await().atMost(PATIENCE).until(() -> !node.elector("default").status().problems().isEmpty());
			assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
			this.store.isAway = false;
			Awaitility.await().atMost(PATIENCE).until(() -> indicator.health().getStatus().equals(Status.UP));
			this.store.isAway = true;
			Awaitility.await().atMost(PATIENCE).until(() -> node.elector("default").leader().isEmpty());
			assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
		}
	}

	@Test
	void endpointNamesWhatEachPromiseRestsOn() {
		try (ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("a"))
			.leaseStore(this.store)
			.group("default", GroupOptions.defaults().withLease(LEASE).withHeartbeat(LEASE.dividedBy(5)))
			.build()) {
			node.start();
			assertThat(new LeaderEndpoint(node, Map::of, new GateStatistics()).group("default"))
				.satisfies((group) -> assertThat(group.conditions()).containsOnlyKeys(group.promises())
					.containsEntry(Promise.S2, List.of("The store keeps what it acknowledged")));
		}
	}

	private static void await(LeaderHealthIndicator indicator, String detail, String text) {
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
			Health health = indicator.health();
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(String.valueOf(health.getDetails().get(detail))).contains(text);
		});
	}

	/**
	 * One record in memory, and a way to it that can be cut.
	 */
	private static final class SwitchedStore implements LeaseStore {

		private volatile boolean isAway;

		private @Nullable LeaseRecord record;

		private long writes;

		@Override
		public synchronized CompletionStage<Answer> ask(Request request, Duration deadline) {
			return CompletableFuture
				.completedStage(this.isAway ? new Answer.Unknown("connection refused") : answer(request));
		}

		private Answer answer(Request request) {
			LeaseRecord before = this.record;
			String next = Long.toString(++this.writes);
			if (request instanceof Request.Create create && before == null) {
				return written(create.made(System.currentTimeMillis(), next));
			}
			if (request instanceof Request.Change change && before != null
					&& before.version().equals(change.version())) {
				return written(change.after(before, System.currentTimeMillis(), next));
			}
			return (request instanceof Request.Read) ? Answer.read(before) : new Answer.NotDone();
		}

		private Answer written(LeaseRecord next) {
			this.record = next;
			return new Answer.Mine(next);
		}

		@Override
		public Duration leastLease() {
			return LEASE;
		}

		@Override
		public String description() {
			return "a register at db:5432";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
