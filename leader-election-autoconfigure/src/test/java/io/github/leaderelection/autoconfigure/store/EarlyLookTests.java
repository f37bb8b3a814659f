package io.github.leaderelection.autoconfigure.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EarlyLook}.
 */
class EarlyLookTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionRehearsalAutoConfiguration.class))
		.withUserConfiguration(StoreConfiguration.class)
		.withPropertyValues("leader-election.store=bean");

	@Test
	void theStoreIsAskedWhileTheApplicationIsMadeAndAgainBeforeTheNodeStarts() {
		this.runner.run((context) -> {
			AskedStore store = context.getBean(AskedStore.class);
			assertThat(store.askedBefore).containsExactly(EarlyLook.THREAD);
			assertThat(store.asked).containsExactly(EarlyLook.THREAD, Thread.currentThread().getName());
		});
	}

	@Test
	void whatTheFirstLookFindsDoesNotCount() {
		this.runner.withPropertyValues("early.failure=" + EarlyLook.THREAD)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ElectionNode.class));
		this.runner.withPropertyValues("early.failure=" + Thread.currentThread().getName())
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("no right"));
	}

	/**
	 * A store, and what the application makes after it.
	 */
	@Configuration(proxyBeanMethods = false)
	static class StoreConfiguration {

		@Bean
		AskedStore askedStore(Environment environment) {
			return new AskedStore(environment.getProperty("early.failure", ""));
		}

		@Bean
		Object madeAfterwards(AskedStore store) {
			Awaitility.await().until(() -> !store.asked.isEmpty());
			store.askedBefore = List.copyOf(store.asked);
			return new Object();
		}

	}

	/**
	 * Remembers the threads that asked it.
	 */
	private static final class AskedStore implements LeaseStore {

		private final List<String> asked = new CopyOnWriteArrayList<>();

		private final String failing;

		private volatile List<String> askedBefore = List.of();

		AskedStore(String failing) {
			this.failing = failing;
		}

		@Override
		public void check() {
			String thread = Thread.currentThread().getName();
			this.asked.add(thread);
			if (thread.equals(this.failing)) {
				throw new IllegalStateException("There is no right");
			}
		}

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			return CompletableFuture.completedStage(new Answer.Unknown("it is silent"));
		}

		@Override
		public String description() {
			return "a store that is asked";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
