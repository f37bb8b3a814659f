package io.github.leaderelection.internal.forward;

import java.net.URI;
import java.net.http.HttpRequest;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a follower on WebFlux answers when the leader fails.
 */
class ReactiveLeaderFailureTests extends LeaderFailureTests {

	@Override
	FakeNode follower(String... properties) {
		return FakeNode.startReactive("b", properties);
	}

	@Test
	void requestThatCannotBeSentOnLeavesTheCircuitAlone() throws Exception {
		start();
		this.node.follow(this.leader, 3);
		CircuitBreaker breaker = new ForwardBreakers(this.node.bean(CircuitBreakerRegistry.class))
			.of(this.leader.elector().status().node());
		breaker.transitionToOpenState();
		breaker.transitionToHalfOpenState();
		for (int i = 0; i <= breaker.getCircuitBreakerConfig().getPermittedNumberOfCallsInHalfOpenState(); i++) {
			assertThat(RawExchange.send(this.node.port(), "CONNECT /blocking HTTP/1.1", "Host: h"))
				.startsWith("HTTP/1.1 500");
		}
		assertThat(send(HttpRequest.newBuilder(URI.create(this.node.url() + "/echo/x"))).statusCode()).isEqualTo(201);
		assertThat(this.node.count(ForwardOutcome.CLIENT_GONE)).isZero();
	}

}
