package io.github.leaderelection.sample;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionedWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Ships orders. Every instance polls, and each one ships the orders of the partitions
 * that it owns.
 */
@Component
class OrderPoller {

	private static final Logger logger = LoggerFactory.getLogger(OrderPoller.class);

	private final JdbcClient jdbc;

	OrderPoller(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Runs once for each partition that this instance owns. No other instance ships
	 * orders of that partition meanwhile.
	 */
	@PartitionedWork("orders")
	@Scheduled(fixedDelayString = "${sample.orders.every}")
	void ship(AssignedPartition partition) {
		int shipped = this.jdbc
			.sql("update customer_order set state = 'SHIPPED' where partition_name = :partition and state = 'NEW'")
			.param("partition", partition.name())
			.update();
		if (shipped > 0) {
			LeaderSequenceNumber token = partition.token();
			logger.info("{}: {} orders shipped under token {}.{}", partition.name(), shipped, token.fencingToken(),
					token.counter());
		}
	}

}
