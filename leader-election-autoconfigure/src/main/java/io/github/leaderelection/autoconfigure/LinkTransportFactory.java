package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.link.LinkTransport;
import io.github.leaderelection.link.PeerTransportSettings;
import io.github.leaderelection.link.TransportStatus;
import io.github.leaderelection.transport.PeerTransport;
import io.github.leaderelection.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * Makes the transport and lets peers in to it. Circuit breakers live in the application's
 * registry where it has one, so that its endpoints and meters show them.
 */
class LinkTransportFactory implements PeerTransportFactory {

	private final LeaderElectionProperties.Transport properties;

	private final PeerEntrance entrance;

	private final ObjectProvider<CircuitBreakerRegistry> breakers;

	private final LinkTransportType type;

	private volatile @Nullable LinkTransport transport;

	LinkTransportFactory(LeaderElectionProperties.Transport properties, PeerEntrance entrance,
			ObjectProvider<CircuitBreakerRegistry> breakers, LinkTransportType type) {
		this.properties = properties;
		this.entrance = entrance;
		this.breakers = breakers;
		this.type = type;
	}

	@Override
	public PeerTransport create(Cluster cluster) {
		String secret = StringUtils.hasText(this.properties.secret()) ? this.properties.secret() : null;
		PeerTransportSettings settings = new PeerTransportSettings(cluster.name(), cluster.self(), cluster.others(),
				this.properties.path(), secret, cluster.members());
		LinkTransport made = this.type.create(settings, new WireCodec(cluster.messageTypes()),
				this.breakers.getIfUnique(CircuitBreakerRegistry::ofDefaults));
		this.transport = made;
		this.entrance.open(made.serverHandler());
		return made;
	}

	/** What the transport does, null before there is one. */
	@Nullable TransportStatus status() {
		LinkTransport present = this.transport;
		return (present != null) ? present.status() : null;
	}

}
