package io.github.leaderelection.messaging;

import io.github.leaderelection.LeaderElector;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.JmsListener;

/**
 * Handles orders from a queue.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class JmsApplication {

	private final LeaderElector elector;

	JmsApplication(LeaderElector elector) {
		this.elector = elector;
	}

	@JmsListener(id = "orders", destination = "orders")
	void handle(String order) {
		Handled.handle(order, this.elector.isLeader());
	}

}
