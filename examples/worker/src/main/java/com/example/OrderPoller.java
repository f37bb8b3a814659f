package com.example;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionedWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class OrderPoller {

	private static final Logger log = LoggerFactory.getLogger(OrderPoller.class);

	@Scheduled(fixedDelay = 1000)
	@PartitionedWork("orders")
	void poll(AssignedPartition partition) {
		log.info("Orders of {}, fenced by {}", partition.name(), partition.token());
	}

}
