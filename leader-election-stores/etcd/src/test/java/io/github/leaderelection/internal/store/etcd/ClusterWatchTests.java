package io.github.leaderelection.internal.store.etcd;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.LeaseText;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A {@link ClusterWatch} comes back, whatever fails meanwhile.
 */
class ClusterWatchTests {

	private final Watch watches = Mockito.mock(Watch.class);

	private final Client client = Mockito.mock(Client.class);

	private final ScheduledExecutorService timer = Mockito.mock(ScheduledExecutorService.class);

	private final AtomicLong nanos = new AtomicLong();

	private final List<Runnable> scheduled = new ArrayList<>();

	private Supplier<Client> maker = () -> this.client;

	private final RenewedConnection connection = new RenewedConnection(() -> this.maker.get(),
			Mockito.mock(ExecutorService.class), this.nanos::get);

	private final ClusterWatch watch = new ClusterWatch(this.connection, ByteSequence.EMPTY,
			new LeaseTransactions(this.connection, new EtcdKeys("leases/")), this.timer, "own", () -> {
			});

	@BeforeEach
	void open() {
		Mockito.when(this.client.getWatchClient()).thenReturn(this.watches);
		Mockito.when(watching()).thenReturn(Mockito.mock(Watch.Watcher.class));
		Mockito.doAnswer((call) -> {
			call.<Runnable>getArgument(0).run();
			return null;
		}).when(this.timer).execute(Mockito.any());
		Mockito.doAnswer((call) -> {
			this.scheduled.add(call.getArgument(0));
			return null;
		}).when(this.timer).schedule(Mockito.any(Runnable.class), Mockito.anyLong(), Mockito.eq(TimeUnit.MILLISECONDS));
		this.watch.start();
	}

	private Watch.Watcher watching() {
		return this.watches.watch(Mockito.any(), Mockito.any(WatchOption.class), Mockito.any(Watch.Listener.class));
	}

	private Watch.Listener opened(int times) {
		ArgumentCaptor<Watch.Listener> listener = ArgumentCaptor.forClass(Watch.Listener.class);
		Mockito.verify(this.watches, Mockito.times(times))
			.watch(Mockito.any(), Mockito.any(WatchOption.class), listener.capture());
		return listener.getValue();
	}

	@Test
	void watchComesBackThoughNoOtherClientCanBeMade() {
		this.maker = () -> {
			throw new LinkageError("a class is missing");
		};
		this.nanos.set(TimeUnit.SECONDS.toNanos(3));
		Watch.Listener broken = opened(1);
		assertThatExceptionOfType(LinkageError.class)
			.isThrownBy(() -> broken.onError(new IllegalStateException("broken")));
		assertThat(this.scheduled).hasSize(1);
		this.scheduled.get(0).run();
		assertThat(opened(2)).isNotSameAs(broken);
	}

	@Test
	void whoIsPresentIsLookedForUntilThatIsKnown() {
		KeyValue found = Mockito.mock(KeyValue.class);
		Key key = new Key("orders", "default");
		Mockito.when(found.getKey())
			.thenReturn(ByteSequence.from(EtcdKeys.group(key) + "/present/p/a", StandardCharsets.UTF_8));
		GetResponse shown = Mockito.mock(GetResponse.class);
		Mockito.when(shown.getKvs()).thenReturn(List.of(found));
		KV look = Mockito.mock(KV.class);
		Mockito.when(this.client.getKVClient()).thenReturn(look);
		Mockito.when(look.get(Mockito.any(), Mockito.any(GetOption.class)))
			.thenReturn(CompletableFuture.failedFuture(new IllegalStateException("away")))
			.thenThrow(new IllegalStateException("away"))
			.thenReturn(CompletableFuture.completedFuture(shown));
		WatchResponse created = Mockito.mock(WatchResponse.class);
		Mockito.when(created.isCreatedNotify()).thenReturn(true);
		opened(1).onNext(created);
		for (int i = 0; i < 2; i++) {
			assertThat(this.watch.nodes(key)).isEmpty();
			assertThat(this.scheduled).hasSize(i + 1);
			this.scheduled.get(i).run();
		}
		assertThat(this.watch.nodes(key)).containsExactly(NodeId.of("a"));
		assertThat(this.scheduled).hasSize(2);
	}

	@Test
	void whoCameFirstIsToldOfAReleaseAtOnceAndWhoCameNextAfterIt() {
		Key key = new Key("orders", "default");
		List<Thread> told = new CopyOnWriteArrayList<>();
		this.watch.add(key, (record) -> {
			if (record != null) {
				told.add(Thread.currentThread());
			}
		});
		List<KeyValue> present = List.of(found(key, "/present/own/b", 3, ""), found(key, "/present/1/a", 2, ""));
		GetResponse shown = Mockito.mock(GetResponse.class);
		Mockito.when(shown.getKvs()).thenReturn(present);
		KV look = Mockito.mock(KV.class);
		Mockito.when(this.client.getKVClient()).thenReturn(look);
		Mockito.when(look.get(Mockito.any(), Mockito.any(GetOption.class)))
			.thenReturn(CompletableFuture.completedFuture(shown));
		Watch.Listener listener = opened(1);
		WatchResponse created = Mockito.mock(WatchResponse.class);
		Mockito.when(created.isCreatedNotify()).thenReturn(true);
		listener.onNext(created);
		listener.onNext(release(key, "a"));
		assertThat(told).as("where the one ahead leaves").containsExactly(Thread.currentThread());
		told.clear();
		listener.onNext(release(key, "c"));
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> told.size() == 1);
		assertThat(told).as("where it does not").doesNotContain(Thread.currentThread());
	}

	private static WatchResponse release(Key key, String holder) {
		LeaseRecord free = new LeaseRecord(NodeId.of(holder), 1, 1, null, 7, 1, true, null, 0, "");
		WatchEvent event = Mockito.mock(WatchEvent.class);
		KeyValue put = found(key, "", 1, LeaseText.of(free, "ff"));
		Mockito.when(event.getEventType()).thenReturn(WatchEvent.EventType.PUT);
		Mockito.when(event.getKeyValue()).thenReturn(put);
		WatchResponse response = Mockito.mock(WatchResponse.class);
		Mockito.when(response.getEvents()).thenReturn(List.of(event));
		return response;
	}

	private static KeyValue found(Key key, String below, long revision, String value) {
		KeyValue found = Mockito.mock(KeyValue.class);
		Mockito.when(found.getKey()).thenReturn(EtcdKeys.bytes(EtcdKeys.group(key) + below));
		Mockito.when(found.getValue()).thenReturn(EtcdKeys.bytes(value));
		Mockito.when(found.getCreateRevision()).thenReturn(revision);
		Mockito.when(found.getModRevision()).thenReturn(revision);
		return found;
	}

	@Test
	void watchThatCannotBeOpenedIsTriedAgain() {
		Mockito.when(watching()).thenThrow(new IllegalStateException("closed"));
		opened(1).onCompleted();
		for (int i = 0; i < 3; i++) {
			assertThat(this.scheduled).hasSize(i + 1);
			this.scheduled.get(i).run();
		}
		opened(4);
	}

}
