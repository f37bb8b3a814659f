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
	void onlyReactorNettyServesPeersOverWebSocket() {
		assertThatNoException().isThrownBy(() -> ReactiveServerCheck.check(mock(NettyWebServer.class)));
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> ReactiveServerCheck.check(mock(TomcatWebServer.class)))
			.withMessageContaining("leader-election.transport.type")
			.withMessageContaining("TomcatWebServer");
	}

	@Test
	void anApplicationWithoutServerIsNotRefused() {
		assertThatNoException().isThrownBy(() -> ReactiveServerCheck.check((WebServer) null));
	}

}
