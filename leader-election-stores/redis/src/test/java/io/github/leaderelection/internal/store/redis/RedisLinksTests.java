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

	@SuppressWarnings("unchecked")
	private static RedisLink sound() {
		StatefulConnection<String, String> connection = Mockito.mock(StatefulConnection.class);
		Mockito.when(connection.isOpen()).thenReturn(true);
		return new RedisLink(connection, Mockito.mock(Function.class));
	}

	@Test
	void attemptThatEndsWithAnErrorIsFollowedByAnother() {
		RedisLink sound = sound();
		RedisClients clients = Mockito.mock(RedisClients.class);
		Mockito.when(clients.connect()).thenThrow(new NoClassDefFoundError("org/example/Epoll")).thenReturn(sound);
		RedisLinks links = new RedisLinks(clients, POOL, (link) -> {
		});
		assertThat(links.link()).isCompletedExceptionally();
		assertThat(links.link()).isCompletedWithValue(sound);
		assertThat(links.link()).isCompletedWithValue(sound);
		Mockito.verify(clients, Mockito.times(2)).connect();
	}

	@Test
	void attemptForWhichThereIsNoThreadIsFollowedByAnother() {
		RedisLink sound = sound();
		RedisClients clients = Mockito.mock(RedisClients.class);
		Mockito.when(clients.connect()).thenReturn(sound);
		RedisLinks links = new RedisLinks(clients, new WithoutThreads(), (link) -> {
		});
		assertThat(links.link()).isCompletedExceptionally();
		assertThat(links.link()).isCompletedWithValue(sound);
	}

	/**
	 * Has no thread for the first task.
	 */
	private static final class WithoutThreads implements Executor {

		private boolean isAsked;

		@Override
		public void execute(Runnable task) {
			if (!this.isAsked) {
				this.isAsked = true;
				throw new InternalError("unable to create native thread");
			}
			task.run();
		}

	}

}
