package io.github.leaderelection.internal.transport.websocket;

import java.net.URI;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.transport.link.PeerTransportTests;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WebSocketPeerTransport}: nodes that mean well.
 */
abstract class WebSocketPeerTransportTests extends PeerTransportTests {

	WebSocketPeerTransportTests(TransportType type, int maxThreads) {
		super(type, maxThreads);
	}

	@Test
	void aMemberThatCannotBeDialledIsLinkedWhenItDials() {
		TestNode a = node("a");
		TestNode b = node("b");
		URI nowhere = URI.create("http://localhost:" + Ports.free());
		a.start(new PeerTransportSettings("test", a.id, Map.of(b.id, nowhere), TestServer.PATH, "secret",
				List.of(a.id, b.id)));
		a.connect(b);
		CircuitBreaker breaker = a.breakers.circuitBreaker("leader-election-b");
		await().until(() -> breaker.getState() == CircuitBreaker.State.OPEN);
		assertThat(a.receiver.inTimeOf("b")).containsExactly("-b REFUSED");
		b.start("secret", a).connect(a);
		awaitLinked(a, b);
		await().untilAsserted(() -> assertThat(a.receiver.inTimeOf("b")).containsExactly("-b REFUSED", "+b"));
	}

}
