package io.github.leaderelection.messaging;

import io.github.leaderelection.LeaderElector;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

/**
 * Handles orders from a topic.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class KafkaApplication {

	private final LeaderElector elector;

	KafkaApplication(LeaderElector elector) {
		this.elector = elector;
	}

	@KafkaListener(id = "orders", topics = "orders")
	void handle(String order) {
		Handled.handle(order, this.elector.isLeader());
	}

}
