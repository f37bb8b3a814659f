package io.github.leaderelection.sample;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderPoller}, on a single instance.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "leader-election.peers=", "leader-election.standalone=true", "sample.database=unused",
				"sample.customers.every=1h", "sample.orders.every=10ms",
				"spring.datasource.url=jdbc:h2:mem:order-poller-tests;DB_CLOSE_DELAY=-1" })
class OrderPollerTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Autowired
	private Customers customers;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	@Qualifier("orders")
	private AssignedPartitions orders;

	@BeforeEach
	void awaitPartitions() {
		Awaitility.await().atMost(PATIENCE).until(() -> this.orders.owned().size() == 12);
	}

	@Test
	void ordersOfOwnedPartitionsAreShipped() {
		for (int order = 0; order < 20; order++) {
			this.customers.visit();
		}
		Awaitility.await().atMost(PATIENCE).until(() -> inState("NEW").isEmpty());
		assertThat(inState("SHIPPED")).hasSizeGreaterThanOrEqualTo(20)
			.allSatisfy(
					(order) -> assertThat(order.partitionName()).isEqualTo(this.orders.partitionOf(order.customer())));
		assertThat(this.orders.owned()).extracting(AssignedPartition::name).contains("p0", "p11");
	}

	private List<Order> inState(String state) {
		return this.jdbc.sql("select customer, partition_name from customer_order where state = :state")
			.param("state", state)
			.query(Order.class)
			.list();
	}

	record Order(String customer, String partitionName) {
	}

}
