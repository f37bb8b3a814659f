package io.github.leaderelection.test.example;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.test.assignments.TestAssignments;
import io.github.leaderelection.test.autoconfigure.WithPartitions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = OrderPollingTests.Orders.class,
		properties = "leader-election.assignments.orders.partitions=64")
@WithPartitions(assignment = "orders", partitions = { "1", "5" })
class OrderPollingTests {

	@Autowired
	OrderPoller poller;

	@Autowired
	TestAssignments assignments;

	@Test
	void pollsWhatItOwns() {
		this.poller.poll(null);
		assertThat(this.poller.polled()).containsExactly("p1", "p5");

		this.assignments.give("orders", "7");
		this.assignments.take("orders", "1").toCompletableFuture().join();
		this.poller.poll(null);
		assertThat(this.poller.polled()).containsExactly("p1", "p5", "p5", "p7");
	}

	@Test
	void ownsNothingOnceItsLeaseIsOver(@Autowired AssignedPartitions orders) {
		AssignedPartition first = orders.owned("p1").orElseThrow();
		this.assignments.expire();
		assertThat(first.isOwned()).isFalse();
		assertThat(orders.owned()).isEmpty();
	}

	@Configuration
	@EnableAutoConfiguration
	static class Orders {

		@Bean
		OrderPoller orderPoller() {
			return new OrderPoller();
		}

	}

	static class OrderPoller {

		private final List<String> polled = new ArrayList<>();

		List<String> polled() {
			return this.polled;
		}

		@PartitionedWork("orders")
		void poll(@Nullable AssignedPartition partition) {
			this.polled.add(partition.name());
		}

	}

}
