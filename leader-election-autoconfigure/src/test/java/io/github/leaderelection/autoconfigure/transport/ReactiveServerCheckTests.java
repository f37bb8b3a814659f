package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.reactor.netty.NettyWebServer;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ReactiveServerCheck}.
 */
class ReactiveServerCheckTests {

	@Test
	void reactorNettyAndTomcatServePeersOverWebSocketAndAnUnknownServerDoesNot() {
		assertThatNoException().isThrownBy(() -> ReactiveServerCheck.check(mock(NettyWebServer.class)));
		assertThatNoException().isThrownBy(() -> ReactiveServerCheck.check(mock(TomcatWebServer.class)));
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> ReactiveServerCheck.check(new OtherWebServer()))
			.withMessageContaining("leader-election.transport.type")
			.withMessageContaining("OtherWebServer");
	}

	@Test
	void anApplicationWithoutServerIsNotRefused() {
		assertThatNoException().isThrownBy(() -> ReactiveServerCheck.check((WebServer) null));
	}

	/**
	 * One that nobody knows.
	 */
	private static final class OtherWebServer implements WebServer {

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public int getPort() {
			return 0;
		}

	}

}
