package io.github.leaderelection.internal.store.redis;

import java.util.concurrent.Executor;
import java.util.function.Function;

import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisLinks}.
 */
class RedisLinksTests {

	/** What is thrown here ends a thread, as in a pool. */
	private static final Executor POOL = (task) -> {
		try {
			task.run();
		}
		catch (Error ex) {
			// its thread is replaced
		}
	};

	@Test
	@SuppressWarnings("unchecked")
	void attemptThatEndsWithAnErrorIsFollowedByAnother() {
		StatefulConnection<String, String> connection = Mockito.mock(StatefulConnection.class);
		Mockito.when(connection.isOpen()).thenReturn(true);
		RedisLink sound = new RedisLink(connection, Mockito.mock(Function.class));
		RedisClients clients = Mockito.mock(RedisClients.class);
		Mockito.when(clients.connect()).thenThrow(new NoClassDefFoundError("org/example/Epoll")).thenReturn(sound);
		RedisLinks links = new RedisLinks(clients, POOL, (link) -> {
		});
		assertThat(links.link()).isCompletedExceptionally();
		assertThat(links.link()).isCompletedWithValue(sound);
		assertThat(links.link()).isCompletedWithValue(sound);
		Mockito.verify(clients, Mockito.times(2)).connect();
	}

}
