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
import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;

class JobsApplicationTests {

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void oneOfThreeChargesCustomersAndAnotherOnceItIsClosed() {
		List<Integer> ports = Stream.generate(TestSocketUtils::findAvailableTcpPort).distinct().limit(3).toList();
		String peers = String.join(",", ports.stream().map("http://localhost:%d"::formatted).toList());
		for (int port : ports) {
			this.instances.add(new SpringApplicationBuilder(JobsApplication.class).run("--server.port=" + port,
					"--leader-election.peers=" + peers));
		}
		ConfigurableApplicationContext leader = awaitLeader();
		leader.close();
		this.instances.remove(leader);
		assertThat(awaitLeader()).isNotSameAs(leader);
	}

	private ConfigurableApplicationContext awaitLeader() {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(this::leaders, (leaders) -> leaders.size() == 1 && hasCharged(leaders.get(0)))
			.get(0);
	}

	private List<ConfigurableApplicationContext> leaders() {
		return this.instances.stream().filter((each) -> each.getBean(LeaderElector.class).isLeader()).toList();
	}

	private static boolean hasCharged(ConfigurableApplicationContext instance) {
		return instance.getBean(Billing.class).runs() > 0;
	}

}
