package io.github.leaderelection.internal.forward;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a follower on WebFlux passes on to a leader on servlets, and what it passes back.
 */
class ReactiveForwardToLeaderTests extends ForwardToLeaderTests {

	@Override
	FakeNode startFollower() {
		return FakeNode.startReactive("b", "spring.webflux.base-path=/app/b", "base=/app/b");
	}

	/** WebFlux itself answers, before it looks for a handler. */
	@Test
	@Override
	void percentSignThatStandsForItselfInAQueryIsEncoded() throws Exception {
		assertThat(raw("GET /app/b/echo/x?discount=100%&b=%zz HTTP/1.1", "Host: public")).startsWith("HTTP/1.1 400");
		assertThat(this.leader.handlers().seen).isEmpty();
	}

}
