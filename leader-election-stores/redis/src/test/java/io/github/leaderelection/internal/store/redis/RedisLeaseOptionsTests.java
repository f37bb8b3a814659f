package io.github.leaderelection.internal.store.redis;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisLeaseOptions}.
 */
class RedisLeaseOptionsTests {

	private final RedisLeaseOptions options = new RedisLeaseOptions("p", 1, Duration.ofMillis(500));

	@Test
	void replicasHaveAPartOfTheTimeThatARequestHas() {
		assertThat(this.options.within(Duration.ofSeconds(1)).waitTimeout()).hasMillis(500);
		assertThat(this.options.within(Duration.ofMillis(100)).waitTimeout()).hasMillis(61);
		assertThat(this.options.within(Duration.ZERO).waitTimeout()).hasMillis(1);
		assertThat(this.options.within(Duration.ZERO)).isEqualTo(new RedisLeaseOptions("p", 1, Duration.ofMillis(1)));
	}

}
