package io.github.leaderelection.autoconfigure.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.ClientAuth;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.Ssl;
import io.github.leaderelection.internal.lifecycle.PeerTransportFactory.Cluster;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.leaderelection.internal.view.ViewSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LinkTransportFactory}.
 */
class LinkTransportFactoryTests {

	private static final NodeId A = NodeId.of("a");

	private static PeerTransportSettings settings(CrashDetector.Factory crashDetection) {
		LeaderElectionProperties.Transport transport = new LeaderElectionProperties.Transport("websocket",
				"/leader-election", "a secret of some length", null, 7000, null, 0, new Ssl(null, ClientAuth.NONE));
		DefaultListableBeanFactory none = new DefaultListableBeanFactory();
		List<PeerTransportSettings> seen = new ArrayList<>();
		LinkTransportFactory factory = new LinkTransportFactory(transport, PeerEntrance.of(transport),
				none.getBeanProvider(CircuitBreakerRegistry.class), (settings, codec, breakers) -> {
					seen.add(settings);
					return new WebSocketPeerTransport(settings, codec, breakers);
				}, none.getBeanProvider(JoinEntrance.class), PeerTls.OF_JVM, crashDetection);
		factory.create(new Cluster("default", A, List.of(A), Map.of(), Map.of("default", QuorumMessage.class), Map.of(),
				Map.of(), null, Duration.ofSeconds(1), new ApplicationUrls(null), ViewSource.NONE));
		assertThat(seen).hasSize(1);
		return seen.get(0);
	}

	@Test
	void crashesAreDetectedByTheFactoryAlone() {
		CrashDetector.Factory factory = (settings, process, secret, host, receiver) -> null;
		assertThat(settings(factory).crashDetection()).isSameAs(factory);
	}

}
