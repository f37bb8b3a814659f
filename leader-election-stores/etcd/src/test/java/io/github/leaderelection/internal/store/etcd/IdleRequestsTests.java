package io.github.leaderelection.internal.store.etcd;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;
import io.github.leaderelection.internal.store.real.Presets;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often etcd is asked by a process that waits, with time made of numbers.
 */
class IdleRequestsTests {

	private final Watch.Watcher watcher = Mockito.mock(Watch.Watcher.class);

	private final Watch watches = Mockito.mock(Watch.class);

	private final ScheduledExecutorService timer = Mockito.mock(ScheduledExecutorService.class);

	private final List<Repeated> repeated = new ArrayList<>();

	@Test
	void anIdleNodeThatWaitsSendsAtMost75RequestsAMinute() throws IOException {
		opened();
		assertThat(requests()).as("the watch is opened").isPositive();
		int opening = requests();
		pass(Duration.ofHours(1));
		double aMinute = (requests() - opening) / 60.0;
		assertThat(aMinute).as("the watch, each minute").isPositive();
		assertThat(aMinute + Presets.readsAMinute()).isLessThanOrEqualTo(Presets.REQUESTS_A_MINUTE);
		Mockito.verify(this.watcher, Mockito.atLeastOnce()).requestProgress();
	}

	private void opened() {
		Client client = Mockito.mock(Client.class);
		Mockito.when(client.getWatchClient()).thenReturn(this.watches);
		Mockito
			.when(this.watches.watch(Mockito.any(), Mockito.any(WatchOption.class), Mockito.any(Watch.Listener.class)))
			.thenReturn(this.watcher);
		Mockito.doAnswer((call) -> {
			call.<Runnable>getArgument(0).run();
			return null;
		}).when(this.timer).execute(Mockito.any());
		Mockito.doAnswer((call) -> {
			long period = call.<TimeUnit>getArgument(3).toMillis(call.getArgument(2));
			this.repeated.add(new Repeated(call.getArgument(0), period));
			return null;
		}).when(this.timer).scheduleWithFixedDelay(Mockito.any(), Mockito.anyLong(), Mockito.anyLong(), Mockito.any());
		EtcdConnection connection = new EtcdConnection.OfApplication(client);
		new ClusterWatch(connection, ByteSequence.EMPTY, (changed) -> {
		}, this.timer);
		ArgumentCaptor<Watch.Listener> listener = ArgumentCaptor.forClass(Watch.Listener.class);
		Mockito.verify(this.watches).watch(Mockito.any(ByteSequence.class), Mockito.any(), listener.capture());
		WatchResponse created = Mockito.mock(WatchResponse.class);
		Mockito.when(created.isCreatedNotify()).thenReturn(true);
		listener.getValue().onNext(created);
	}

	private void pass(Duration time) {
		for (Repeated each : this.repeated) {
			for (long at = each.periodMillis(); at <= time.toMillis(); at += each.periodMillis()) {
				each.task().run();
			}
		}
	}

	/** The mocks keep every call, and each of these calls is a request. */
	private int requests() {
		return Mockito.mockingDetails(this.watcher).getInvocations().size()
				+ Mockito.mockingDetails(this.watches).getInvocations().size();
	}

	/**
	 * A task of the timer.
	 *
	 * @param task what is done
	 * @param periodMillis how often
	 */
	private record Repeated(Runnable task, long periodMillis) {
	}

}
