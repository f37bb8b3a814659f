package io.github.leaderelection.messaging;

import io.github.leaderelection.assignments.AssignedPartitions;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.JmsListener;

/**
 * Handles the orders of one partition from a queue.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class PartitionedApplication {

	private final AssignedPartitions partitions;

	PartitionedApplication(AssignedPartitions partitions) {
		this.partitions = partitions;
	}

	@JmsListener(id = "orders", destination = "orders")
	void handle(String order) {
		Handled.handle(order, this.partitions.owns("p0"));
	}

}
