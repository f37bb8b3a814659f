package com.example;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.test.util.TestSocketUtils;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

class JobsApplicationTests {

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void eachOfThreeAnswersForTheLeaderAndForAnotherOnceItIsClosed() {
		List<Integer> ports = Stream.generate(TestSocketUtils::findAvailableTcpPort).distinct().limit(3).toList();
		String peers = String.join(",", ports.stream().map("http://localhost:%d"::formatted).toList());
		for (int port : ports) {
			this.instances.add(new SpringApplicationBuilder(JobsApplication.class, OwnThreads.class)
				.run("--server.port=" + port, "--leader-election.peers=" + peers));
		}
		ConfigurableApplicationContext leader = awaitLeader();
		leader.close();
		this.instances.remove(leader);
		assertThat(awaitLeader()).isNotSameAs(leader);
	}

	private ConfigurableApplicationContext awaitLeader() {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.ignoreExceptions()
			.until(this::leaders,
					(leaders) -> leaders.size() == 1
							&& this.instances.stream().allMatch(JobsApplicationTests::answersForTheLeader))
			.get(0);
	}

	private List<ConfigurableApplicationContext> leaders() {
		return this.instances.stream().filter((each) -> each.getBean(LeaderElector.class).isLeader()).toList();
	}

	/** A follower has no runs of its own. */
	private static boolean answersForTheLeader(ConfigurableApplicationContext instance) {
		WebClient client = WebClient
			.create("http://localhost:" + instance.getEnvironment().getProperty("local.server.port"));
		return client.get().uri("/runs").retrieve().bodyToMono(Integer.class).block() > 0;
	}

	/**
	 * Otherwise an instance that is closed ends the threads of all others in this
	 * process.
	 */
	static class OwnThreads {

		@Bean
		ReactorResourceFactory reactorResources() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			return resources;
		}

	}

}
