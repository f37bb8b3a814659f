package io.github.leaderelection.internal.forward;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.spring.LeaderOnly;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests and scheduled work on virtual threads. Other tests run with them, too.
 */
@EnabledIfSystemProperty(named = "spring.threads.virtual.enabled", matches = "true")
class VirtualThreadsTests {

	private static final String VIRTUAL = "VirtualThread[";

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void requestsAreForwardedAndHandledOnVirtualThreads() throws Exception {
		try (FakeNode leader = FakeNode.start("a"); FakeNode node = FakeNode.start("b").follow(leader, 3)) {
			assertThat(get(node, "/plain/thread")).startsWith(VIRTUAL);
			assertThat(get(node, "/echo/x")).isEqualTo("answered by a");
			// The client may have the answer before the handler has ended.
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> leader.elector().work() == 0);
		}
	}

	private String get(FakeNode node, String path) throws Exception {
		return this.client.send(HttpRequest.newBuilder(URI.create(node.url() + path)).build(), BodyHandlers.ofString())
			.body();
	}

	@Test
	void stopAwaitsScheduledWorkOnAVirtualThread() {
		Standalone.runner()
			.withConfiguration(AutoConfigurations.of(TaskSchedulingAutoConfiguration.class))
			.withUserConfiguration(Job.class)
			.run((context) -> {
				LeaderElector elector = Standalone.awaitLeader(context);
				Job job = context.getBean(Job.class);
				assertThat(job.awaitBegin()).startsWith(VIRTUAL);
				elector.resign();
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> elector.leadership().map((leadership) -> leadership.isDraining()).orElse(false));
				assertThat(elector.isLeader()).isTrue();
				job.end();
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.workInFlight().count() == 0);
			});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Job {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch mayEnd = new CountDownLatch(1);

		private volatile String thread = "none";

		@Scheduled(fixedDelay = 10)
		@LeaderOnly
		void work() throws InterruptedException {
			this.thread = Thread.currentThread().toString();
			this.begun.countDown();
			this.mayEnd.await(1, TimeUnit.MINUTES);
		}

		String awaitBegin() throws InterruptedException {
			this.begun.await(1, TimeUnit.MINUTES);
			return this.thread;
		}

		void end() {
			this.mayEnd.countDown();
		}

	}

}
