package io.github.leaderelection.internal.transport.websocket;

import java.net.URI;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SocketUri}.
 */
class SocketUriTests {

	@Test
	void anHttpsUrlIsDialledAsWss() {
		assertThat(SocketUri.of(URI.create("https://host:8443/app/x"))).isEqualTo(URI.create("wss://host:8443/app/x"));
		assertThat(SocketUri.of(URI.create("HTTP://host:80/x"))).isEqualTo(URI.create("ws://host:80/x"));
	}

}
