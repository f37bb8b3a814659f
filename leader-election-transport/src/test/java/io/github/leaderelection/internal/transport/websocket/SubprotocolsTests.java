package io.github.leaderelection.internal.transport.websocket;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Subprotocols}.
 */
class SubprotocolsTests {

	@Test
	void theHighestCommonVersionIsUsed() {
		List<String> spoken = List.of("leader-election.v3", "leader-election.v10", "leader-election.v2");
		assertThat(Subprotocols.highestCommon(List.of("leader-election.v2", "leader-election.v10"), spoken))
			.isEqualTo("leader-election.v10");
		assertThat(Subprotocols.highestCommon(List.of("leader-election.v11", "chat"), spoken)).isNull();
		assertThat(Subprotocols.highestCommon(List.of("leader-election.v2"), Subprotocols.SPOKEN)).isNotNull();
		assertThat(Subprotocols.highestCommon(List.of("leader-election.v1"), Subprotocols.SPOKEN)).isNull();
	}

}
