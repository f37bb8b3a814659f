package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.internal.store.real.Presets;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.sync.RedisPubSubCommands;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often Redis is asked by a process that waits, with time made of numbers.
 */
class IdleRequestsTests {

	private final ScheduledExecutorService timer = Mockito.mock(ScheduledExecutorService.class);

	private final AtomicLong commands = new AtomicLong();

	/** A read is one command, as {@link RedisFaultsIT} counts at a server. */
	@Test
	void anIdleNodeThatWaitsSendsAtMost75RequestsAMinute() throws IOException {
		RedisPubSubCommands<String, String> asked = Mockito.mock((call) -> {
			this.commands.incrementAndGet();
			return Mockito.RETURNS_DEFAULTS.answer(call);
		});
		StatefulRedisPubSubConnection<String, String> connection = Mockito.mock();
		Mockito.when(connection.sync()).thenReturn(asked);
		Mockito.when(connection.isOpen()).thenReturn(true);
		RedisClients clients = Mockito.mock();
		Mockito.when(clients.connectPubSub()).thenReturn(connection);
		Mockito.doAnswer((call) -> {
			RedisPubSubListener<String, String> listener = call.getArgument(0);
			listener.subscribed("a", 1);
			return null;
		}).when(connection).addListener(Mockito.<RedisPubSubListener<String, String>>any());
		ArgumentCaptor<Runnable> care = ArgumentCaptor.captor();
		ArgumentCaptor<Long> period = ArgumentCaptor.captor();
		ArgumentCaptor<TimeUnit> unit = ArgumentCaptor.captor();
		new ReleaseSubscription(clients, this.timer).watch("a", (record) -> {
		});
		Mockito.verify(this.timer)
			.scheduleWithFixedDelay(care.capture(), Mockito.anyLong(), period.capture(), unit.capture());
		int hours = 2;
		long cares = Duration.ofHours(hours).toNanos() / unit.getValue().toNanos(period.getValue());
		for (long i = 0; i < cares; i++) {
			care.getValue().run();
		}
		Mockito.verify(asked, Mockito.atLeast(hours)).ping();
		double aMinute = this.commands.get() / (60.0 * hours);
		assertThat(aMinute + Presets.readsAMinute()).isLessThanOrEqualTo(Presets.REQUESTS_A_MINUTE);
	}

}
