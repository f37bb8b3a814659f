package com.example;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.util.TestSocketUtils;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class WorkerApplicationTests {

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void eachPartitionIsPolledByOneOfThreeAndByTheOthersOnceItIsClosed(CapturedOutput output) {
		List<Integer> ports = Stream.generate(TestSocketUtils::findAvailableTcpPort).distinct().limit(3).toList();
		String peers = String.join(",", ports.stream().map("http://localhost:%d"::formatted).toList());
		for (int port : ports) {
			this.instances.add(new SpringApplicationBuilder(WorkerApplication.class)
				.run("--leader-election.transport.port=" + port, "--leader-election.peers=" + peers));
		}
		awaitEachPartitionOwnedOnce(2, 3);
		awaitEachPartitionPolled(output);
		this.instances.remove(0).close();
		awaitEachPartitionOwnedOnce(4, 4);
	}

	private void awaitEachPartitionOwnedOnce(int least, int most) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			assertThat(leaders()).hasSize(1);
			assertThat(this.instances).allSatisfy((each) -> assertThat(owned(each)).hasSizeBetween(least, most));
			assertThat(this.instances.stream().flatMap((each) -> owned(each).stream())).doesNotHaveDuplicates()
				.hasSize(8);
		});
	}

	private void awaitEachPartitionPolled(CapturedOutput output) {
		List<String> polls = IntStream.range(0, 8).mapToObj("Orders of p%d,"::formatted).toList();
		Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(output).contains(polls));
	}

	private List<String> owned(ConfigurableApplicationContext instance) {
		return instance.getBean(AssignedPartitions.class).owned().stream().map(AssignedPartition::name).toList();
	}

	private List<ConfigurableApplicationContext> leaders() {
		return this.instances.stream().filter((each) -> each.getBean(LeaderElector.class).isLeader()).toList();
	}

}
