package io.github.leaderelection.sample;

import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Stands for the customers, so that the jobs have something to do. Customers come to
 * every instance: nothing here is for the leader alone.
 */
@Component
class Customers {

	private final JdbcClient jdbc;

	private final RandomGenerator random = RandomGenerator.getDefault();

	Customers(JdbcClient jdbc) {
		this.jdbc = jdbc;
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
	}

}
