package com.example;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

class JobsApplicationTests {

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void oneOfTwoChargesCustomersAndTheOtherOnceItIsClosed(@TempDir Path directory) {
		for (int i = 0; i < 2; i++) {
			this.instances.add(new SpringApplicationBuilder(JobsApplication.class).run("--server.port=0",
					"--spring.datasource.url=jdbc:h2:file:" + directory.resolve("jobs") + ";WRITE_DELAY=0"));
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
