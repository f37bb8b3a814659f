package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ClusterWatch}.
 */
class ClusterWatchTests {

	private final StrictApiServer server = new StrictApiServer();

	private final StoreClient node = Asking.at(this.server);

	private final StoreClient watcher = Asking.at(this.server);

	private final List<Optional<LeaseRecord>> told = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.node.close();
		this.watcher.close();
		this.server.close();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(StoreClient.PATIENCE);
	}

	private LeaseStore.Watch watch() {
		LeaseStore.Watch watch = this.watcher.store()
			.watch(StoreClient.KEY, (record) -> this.told.add(Optional.ofNullable(record)));
		await().until(this.watcher.store()::tellsChanges);
		return watch;
	}

	private void awaitTold(LeaseRecord record) {
		await().untilAsserted(() -> assertThat(this.told).contains(Optional.of(record)));
	}

	@Test
	void everyChangeIsToldWithItsRecord() {
		assertThat(this.watcher.store().tellsChanges()).isFalse();
		LeaseStore.Watch watch = watch();
		LeaseRecord held = this.node.held();
		awaitTold(held);
		LeaseRecord released = this.node.done(this.node.release(held.version()));
		awaitTold(released);
		this.told.clear();
		this.server.delete("leases", Asking.NAME);
		await().untilAsserted(() -> assertThat(this.told).containsExactly(Optional.empty()));
		watch.close();
		LeaseRecord other = this.node.of("other").held();
		assertThat(this.told).doesNotContain(Optional.of(other));
	}

	@Test
	void whatWasToldIsTakenWithoutALook() {
		watch();
		LeaseRecord released = this.node.done(this.node.release(this.node.held().version()));
		awaitTold(released);
		this.server.forgetRequests();
		this.watcher.done(this.watcher.take(released.version()));
		assertThat(this.server.requests()).singleElement().asString().startsWith("PUT ");
	}

	@Test
	void oneWatchIsEnoughForAllGroups() {
		for (String group : List.of("a", "b", "c")) {
			this.watcher.store()
				.watch(new Key("orders", group), (record) -> this.told.add(Optional.ofNullable(record)));
		}
		await().until(this.watcher.store()::tellsChanges);
		LeaseRecord held = this.node.of("b").held();
		awaitTold(held);
		assertThat(this.server.watches()).isEqualTo(1);
	}

	@Test
	void leasesOfOtherClustersAreNotTold() {
		watch();
		LeaseRecord other = new StoreClient(this.node.store(), new Key("invoices", "default")).held();
		LeaseRecord held = this.node.held();
		awaitTold(held);
		assertThat(this.told).doesNotContain(Optional.of(other));
	}

	@Test
	void brokenWatchComesBackFromWhereItWas() {
		LeaseRecord renewed = breakAfterSomethingWasTold();
		LeaseRecord released = this.node.done(this.node.release(renewed.version()));
		this.server.refuseWatches(false);
		awaitTold(released);
		await().until(this.watcher.store()::tellsChanges);
		assertThat(lists()).isEqualTo(1);
	}

	private LeaseRecord breakAfterSomethingWasTold() {
		LeaseRecord held = this.node.held();
		watch();
		LeaseRecord renewed = this.node.done(this.node.renew(held.version()));
		awaitTold(renewed);
		this.server.refuseWatches(true);
		this.server.breakWatches();
		await().until(() -> !this.watcher.store().tellsChanges());
		return renewed;
	}

	private long lists() {
		return this.server.requests()
			.stream()
			.filter((request) -> request.startsWith("GET") && request.endsWith("/leases"))
			.count();
	}

	@Test
	void watchFromARevisionThatIsGoneListsAgain() {
		LeaseRecord renewed = breakAfterSomethingWasTold();
		LeaseRecord released = this.node.done(this.node.release(renewed.version()));
		this.server.compact();
		this.server.refuseWatches(false);
		awaitTold(released);
		await().until(this.watcher.store()::tellsChanges);
		assertThat(lists()).isEqualTo(2);
	}

	@Test
	void watchComesBackAfterARestartOfTheServer() {
		watch();
		this.server.restart();
		LeaseRecord held = this.node.held();
		awaitTold(held);
		await().until(this.watcher.store()::tellsChanges);
	}

	@Test
	void watchThatIsSilentIsOpenedAgain() {
		List<Runnable> looks = new CopyOnWriteArrayList<>();
		ApiClient client = Mockito.spy(new ApiClient(this.server.config()));
		Mockito.doAnswer((call) -> looks.add(call.getArgument(0)))
			.when(client)
			.later(Mockito.any(), Mockito.eq(Duration.ofSeconds(ClusterWatch.SILENCE_SECONDS).toMillis()));
		List<Lease> changed = new CopyOnWriteArrayList<>();
		try (client;
				ClusterWatch watch = new ClusterWatch(new LeaseApi(client, "shop"), "orders",
						(lease, isDeleted) -> changed.add(lease))) {
			await().until(watch::isOpen);
			looks.get(0).run();
			this.node.held();
			await().untilAsserted(() -> assertThat(changed).hasSize(2));
			looks.get(1).run();
			assertThat(lists()).as("it has told something since").isEqualTo(1);
			await().until(() -> {
				looks.get(looks.size() - 1).run();
				return lists() > 1;
			});
			await().until(watch::isOpen);
		}
	}

	@Test
	void watchThatIsNotPermittedHoldsUpNothing() {
		this.server.forbid("watch leases", "list leases");
		this.watcher.store().watch(StoreClient.KEY, (record) -> this.told.add(Optional.ofNullable(record)));
		LeaseRecord held = this.watcher.held();
		assertThat(held.holder()).isNotNull();
		assertThat(this.watcher.store().tellsChanges()).isFalse();
		this.server.permitAll();
		awaitTold(held);
	}

	@Test
	void listenerThatFailsDoesNotEndTheWatch() {
		this.watcher.store().watch(StoreClient.KEY, (record) -> {
			throw new IllegalStateException("on purpose");
		});
		watch();
		awaitTold(this.node.held());
	}

	@Test
	void closedStoreTellsNothing() {
		watch();
		this.watcher.close();
		assertThat(this.watcher.store().tellsChanges()).isFalse();
		await().until(() -> this.server.watches() == 0);
		this.told.clear();
		this.node.held();
		assertThat(this.told).isEmpty();
	}

}
