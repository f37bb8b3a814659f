package io.github.leaderelection.internal.store.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;

/**
 * Tests for {@link ClusterWatch}.
 */
class ClusterWatchTests {

	private final StrictApiServer server = new StrictApiServer();

	private final Asking node = Asking.at(this.server);

	private final Asking watcher = Asking.at(this.server);

	private final List<Optional<LeaseRecord>> told = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.node.close();
		this.watcher.close();
		this.server.close();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Asking.PATIENCE);
	}

	private LeaseStore.Watch watch() {
		LeaseStore.Watch watch = this.watcher.store()
			.watch(Asking.KEY, (record) -> this.told.add(Optional.ofNullable(record)));
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
	void listThatIsNoneIsAskedForAgain() {
		ApiClient client = Mockito.mock(ApiClient.class);
		LeaseApi api = Mockito.mock(LeaseApi.class);
		Mockito.when(api.client()).thenReturn(client);
		Mockito.when(api.list(any(), any()))
			.thenReturn(CompletableFuture.completedFuture(new ApiAnswer(ApiAnswer.OK, "{\"items\":[]}", true)));
		try (ClusterWatch watch = new ClusterWatch(api, "orders")) {
			watch.begin();
			ArgumentCaptor<Runnable> later = ArgumentCaptor.forClass(Runnable.class);
			Mockito.verify(client).later(later.capture(), anyLong());
			later.getValue().run();
			Mockito.verify(api, Mockito.times(2)).list(eq("orders"), any());
			assertThat(watch.isStanding()).isFalse();
		}
	}

	@Test
	void watchesThatEndAtOnceArePutOffLongerAndLonger() {
		assertPutOff(() -> {
			AsyncBody ended = Mockito.mock(AsyncBody.class);
			Mockito.when(ended.done()).thenReturn(CompletableFuture.completedFuture(null));
			return CompletableFuture.completedFuture(answer(ApiAnswer.OK, ended));
		}, 0);
	}

	@Test
	void versionsThatAreGoneAfterEachListArePutOffLongerAndLonger() {
		assertPutOff(() -> CompletableFuture.completedFuture(answer(ApiAnswer.GONE, Mockito.mock(AsyncBody.class))), 1);
	}

	@Test
	void watchForWhichThereIsNoThreadIsTriedAgain() {
		assertPutOff(() -> {
			throw new InternalError("unable to create native thread");
		}, 0);
	}

	@Test
	void listForWhichThereIsNoThreadIsTriedAgain() {
		ApiClient client = Mockito.mock(ApiClient.class);
		LeaseApi api = Mockito.mock(LeaseApi.class);
		Mockito.when(api.client()).thenReturn(client);
		Mockito.when(api.list(any(), any())).thenThrow(new InternalError("unable to create native thread"));
		try (ClusterWatch watch = new ClusterWatch(api, "orders")) {
			watch.begin();
			Mockito.verify(client).later(any(), anyLong());
		}
	}

	private static HttpResponse<AsyncBody> answer(int code, AsyncBody body) {
		@SuppressWarnings("unchecked")
		HttpResponse<AsyncBody> answer = Mockito.mock(HttpResponse.class);
		Mockito.when(answer.code()).thenReturn(code);
		Mockito.when(answer.body()).thenReturn(body);
		return answer;
	}

	private static void assertPutOff(Supplier<CompletableFuture<HttpResponse<AsyncBody>>> head, int forgiven) {
		ApiClient client = Mockito.mock(ApiClient.class);
		List<Runnable> again = new ArrayList<>();
		List<Long> pauses = new ArrayList<>();
		Mockito.doAnswer((call) -> {
			long millis = call.getArgument(1);
			// Otherwise it is the watch of a stream that it ends.
			if (millis < 40_000) {
				again.add(call.getArgument(0));
				pauses.add(millis);
			}
			return null;
		}).when(client).later(any(), anyLong());
		LeaseApi api = Mockito.mock(LeaseApi.class);
		Mockito.when(api.client()).thenReturn(client);
		Mockito.when(api.list(any(), any()))
			.thenAnswer((call) -> CompletableFuture.completedFuture(
					new ApiAnswer(ApiAnswer.OK, "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}", true)));
		Mockito.when(api.watch(any(), any(), anyLong(), any(), any())).thenAnswer((call) -> head.get());
		try (ClusterWatch watch = new ClusterWatch(api, "orders")) {
			watch.begin();
			int times = forgiven + 5;
			for (int i = 0; i < times; i++) {
				assertThat(again).hasSize(i + 1);
				again.get(i).run();
			}
			for (int i = forgiven; i < times; i++) {
				assertThat(pauses.get(i)).isBetween(125L << (i - forgiven), 250L << (i - forgiven));
			}
		}
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
		LeaseRecord other = new Asking(this.node.store(), new Key("invoices", "default")).held();
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
	void watchThatIsNotPermittedHoldsUpNothing() {
		this.server.forbid("watch leases", "list leases");
		this.watcher.store().watch(Asking.KEY, (record) -> this.told.add(Optional.ofNullable(record)));
		LeaseRecord held = this.watcher.held();
		assertThat(held.holder()).isNotNull();
		assertThat(this.watcher.store().tellsChanges()).isFalse();
		this.server.permitAll();
		awaitTold(held);
	}

	@Test
	void listenerThatFailsDoesNotEndTheWatch() {
		this.watcher.store().watch(Asking.KEY, (record) -> {
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
