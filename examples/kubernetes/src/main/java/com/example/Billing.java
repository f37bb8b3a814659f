package com.example;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.spring.LeaderOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
public class Billing {

	private static final Logger log = LoggerFactory.getLogger(Billing.class);

	private final AtomicInteger runs = new AtomicInteger();

	@Scheduled(fixedRate = 1000)
	@LeaderOnly
	public void chargeCustomers() {
		log.info("Charging customers, run {}", this.runs.incrementAndGet());
	}

	public int runs() {
		return this.runs.get();
	}

}
