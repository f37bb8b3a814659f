package com.example;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.LeaderOnly;
import reactor.core.publisher.Mono;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class Billing {

	private final AtomicInteger runs = new AtomicInteger();

	@Scheduled(fixedRate = 1000)
	@LeaderOnly
	public Mono<Integer> chargeCustomers() {
		return Mono.fromSupplier(this.runs::incrementAndGet);
	}

	@GetMapping("/runs")
	@ForwardToLeader
	public Mono<Integer> runs() {
		return Mono.fromSupplier(this.runs::get);
	}

}
