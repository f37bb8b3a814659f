package io.github.leaderelection.sample;

import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

import io.github.leaderelection.assignments.AssignedPartitions;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Simulates customers, who create work for the jobs, and orders. Customers visit every
 * instance, so this runs on every instance, not on the leader only.
 */
@Component
class Customers {

	private static final int MOST = 1000;

	private final JdbcClient jdbc;

	private final AssignedPartitions orders;

	private final RandomGenerator random = RandomGenerator.getDefault();

	Customers(JdbcClient jdbc, @Qualifier("orders") AssignedPartitions orders) {
		this.jdbc = jdbc;
		this.orders = orders;
	}

	@Scheduled(fixedDelayString = "${sample.customers.every}")
	void visit() {
		LocalDateTime now = LocalDateTime.now();
		this.jdbc.sql("insert into web_session (expires_at) values (:expiresAt)")
			.param("expiresAt", now.plusSeconds(10))
			.update();
		boolean paid = this.random.nextInt(3) > 0;
		this.jdbc.sql("insert into invoice (state, due_at) values (:state, :dueAt)")
			.param("state", paid ? "PAID" : "OPEN")
			.param("dueAt", now.plusSeconds(5))
			.update();
		// All orders of one customer are in one partition.
		String customer = "customer-" + this.random.nextInt(MOST);
		this.jdbc
			.sql("insert into customer_order (customer, partition_name, state) values (:customer, :partition, 'NEW')")
			.param("customer", customer)
			.param("partition", this.orders.partitionOf(customer))
			.update();
	}

}
