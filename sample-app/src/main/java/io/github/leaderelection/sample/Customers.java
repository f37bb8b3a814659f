package io.github.leaderelection.sample;

import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Simulates customers, who create work for the jobs. Customers visit every instance, so
 * this runs on every instance, not on the leader only.
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
