package io.github.leaderelection.internal.store.etcd;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Lease;
import io.etcd.jetcd.lease.LeaseGrantResponse;
import io.etcd.jetcd.options.PutOption;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An {@link EtcdPresence} is refreshed again, whatever failed before.
 */
class EtcdPresenceTests {

	private static final Key KEY = new Key("orders", "default");

	private static final NodeId NODE = NodeId.of("a");

	private final Lease leases = Mockito.mock(Lease.class);

	private final KV keys = Mockito.mock(KV.class);

	private final ScheduledExecutorService timer = Mockito.mock(ScheduledExecutorService.class);

	/** What the timer's thread is to do. */
	private final Queue<Runnable> tasks = new ArrayDeque<>();

	/** What it is to do after a while. */
	private final Queue<Runnable> later = new ArrayDeque<>();

	private EtcdPresence presence;

	@BeforeEach
	void show() {
		Client client = Mockito.mock(Client.class);
		Mockito.when(client.getLeaseClient()).thenReturn(this.leases);
		Mockito.when(client.getKVClient()).thenReturn(this.keys);
		Mockito.when(this.keys.put(Mockito.any(), Mockito.any(), Mockito.any(PutOption.class)))
			.thenReturn(CompletableFuture.completedFuture(null));
		Mockito.doAnswer((call) -> this.tasks.add(call.getArgument(0))).when(this.timer).execute(Mockito.any());
		Mockito.doAnswer((call) -> {
			this.later.add(call.getArgument(0));
			return null;
		}).when(this.timer).schedule(Mockito.any(Runnable.class), Mockito.anyLong(), Mockito.eq(TimeUnit.MILLISECONDS));
		this.presence = new EtcdPresence(new EtcdConnection.OfApplication(client), new EtcdKeys("leases/"), this.timer);
		this.presence.show(KEY, NODE);
	}

	private void runAll() {
		while (!this.tasks.isEmpty()) {
			this.tasks.remove().run();
		}
	}

	private void isShown() {
		LeaseGrantResponse granted = granted();
		Mockito.when(this.leases.grant(Mockito.anyLong())).thenReturn(CompletableFuture.completedFuture(granted));
		this.presence.refresh();
		runAll();
		Mockito.verify(this.keys).put(Mockito.any(), Mockito.any(), Mockito.any(PutOption.class));
	}

	private static LeaseGrantResponse granted() {
		LeaseGrantResponse granted = Mockito.mock(LeaseGrantResponse.class);
		Mockito.when(granted.getID()).thenReturn(7L);
		return granted;
	}

	@Test
	void whoIsHiddenIsDeletedAfterAWhile() {
		isShown();
		this.presence.hide(KEY);
		runAll();
		Mockito.verify(this.keys, Mockito.never()).delete(Mockito.any());
		this.later.remove().run();
		Mockito.verify(this.keys).delete(Mockito.any());
	}

	@Test
	void whoIsHiddenAndShownAgainStays() {
		isShown();
		this.presence.hide(KEY);
		this.presence.show(KEY, NODE);
		this.later.remove().run();
		Mockito.verify(this.keys, Mockito.never()).delete(Mockito.any());
	}

	@Test
	void anErrorEndsNeitherTheRefreshNorItsSchedule() {
		LeaseGrantResponse granted = granted();
		Mockito.when(this.leases.grant(Mockito.anyLong()))
			.thenThrow(new LinkageError("a class is missing"))
			.thenReturn(CompletableFuture.completedFuture(granted));
		this.presence.refresh();
		runAll();
		Runnable next = scheduled();
		next.run();
		assertThat(this.tasks).as("what may fail apart from the schedule").hasSize(1);
		Mockito.verify(this.leases).grant(Mockito.anyLong());
		runAll();
		Mockito.verify(this.leases, Mockito.times(2)).grant(Mockito.anyLong());
		Mockito.verify(this.keys).put(Mockito.any(), Mockito.any(), Mockito.any(PutOption.class));
		next.run();
		runAll();
		Mockito.verify(this.leases).keepAliveOnce(7);
	}

	private Runnable scheduled() {
		ArgumentCaptor<Runnable> step = ArgumentCaptor.forClass(Runnable.class);
		Mockito.verify(this.timer)
			.scheduleWithFixedDelay(step.capture(), Mockito.anyLong(), Mockito.anyLong(),
					Mockito.eq(TimeUnit.MILLISECONDS));
		return step.getValue();
	}

}
