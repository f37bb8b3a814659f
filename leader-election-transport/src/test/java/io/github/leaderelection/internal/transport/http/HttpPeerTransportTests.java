package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.PeerTransportTests;
import io.github.leaderelection.internal.transport.link.TestNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HttpPeerTransport}: nodes that mean well.
 */
class HttpPeerTransportTests extends PeerTransportTests {

	private static final int MAX_THREADS = 9;

	private static final int ROUNDS = 30;

	HttpPeerTransportTests() {
		super(HttpPeerTransport::new, MAX_THREADS);
	}

	@Test
	void membersThatPartAtOnceCountNoRefusal() {
		TestNode a = node("a");
		TestNode b = node("b");
		a.start("secret", b);
		b.start("secret", a);
		for (int round = 0; round < ROUNDS; round++) {
			a.connect(b);
			b.connect(a);
			awaitLinked(a, b);
			a.transport().forget(b.id);
			b.transport().forget(a.id);
			await().until(() -> a.status().connections() + b.status().connections() == 0);
		}
		assertThat(a.refusedInTime()).isEmpty();
		assertThat(b.refusedInTime()).isEmpty();
		assertThat(a.receiver.inTimeOf("b")).hasSize(2 * ROUNDS);
	}

}
