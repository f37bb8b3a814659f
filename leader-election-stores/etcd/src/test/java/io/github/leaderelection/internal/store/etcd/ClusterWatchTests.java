package io.github.leaderelection.internal.store.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
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
		new ClusterWatch(this.connection, ByteSequence.EMPTY, (changed) -> {
		}, this.timer);
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
