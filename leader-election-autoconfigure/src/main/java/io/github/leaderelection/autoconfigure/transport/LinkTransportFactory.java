package io.github.leaderelection.autoconfigure.transport;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.lifecycle.OpenMembership;
import io.github.leaderelection.internal.lifecycle.PeerTransportFactory;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.transport.join.JoinHandler;
import io.github.leaderelection.internal.transport.join.JoinSettings;
import io.github.leaderelection.internal.transport.join.JoiningTransport;
import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.PeerTransport;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Creates the transport and opens the entrance for its peers. Circuit breakers live in
 * the application's registry if there is one, so that its endpoints and meters show them.
 */
class LinkTransportFactory implements PeerTransportFactory {

	private static final PeerHandler NO_SEED = (exchange) -> exchange.replyUnread(Reply.notFound());

	private final LeaderElectionProperties.Transport properties;

	private final PeerEntrance entrance;

	private final ObjectProvider<CircuitBreakerRegistry> breakers;

	private final Type type;

	private final ObjectProvider<JoinEntrance> joins;

	private final PeerTls tls;

	private final CrashDetector.Factory crashDetection;

	private volatile @Nullable LinkTransport transport;

	private volatile boolean carriesDefaultElection;

	LinkTransportFactory(LeaderElectionProperties.Transport properties, PeerEntrance entrance,
			ObjectProvider<CircuitBreakerRegistry> breakers, Type type, ObjectProvider<JoinEntrance> joins, PeerTls tls,
			CrashDetector.Factory crashDetection) {
		this.properties = properties;
		this.entrance = entrance;
		this.breakers = breakers;
		this.type = type;
		this.joins = joins;
		this.tls = tls;
		this.crashDetection = crashDetection;
	}

	@Override
	public PeerTransport create(Cluster cluster) {
		Protection protection = protection(this.properties, this.tls);
		OpenMembership open = cluster.open();
		PeerTransportSettings settings = new PeerTransportSettings(cluster.name(), cluster.self(), cluster.others(),
				this.properties.path(), protection, cluster.members(),
				(open != null) ? open.book()::url : (member) -> null, cluster.lease(), cluster.rules(),
				cluster.applications(), new Observers(this.properties.maxObservers(), cluster.views()),
				this.crashDetection);
		LinkTransport made = this.type.create(settings, new WireCodec(cluster.messageTypes(), cluster.extensionTypes()),
				this.breakers.getIfUnique(CircuitBreakerRegistry::ofDefaults));
		this.transport = made;
		this.carriesDefaultElection = cluster.messageTypes().containsValue(QuorumMessage.class);
		this.entrance.open(made.serverHandler());
		this.entrance.observers().open(made.observerHandler());
		return (open != null) ? joining(made, cluster, open, protection) : made;
	}

	static Protection protection(LeaderElectionProperties.Transport properties, PeerTls tls) {
		return new Protection(properties.secret(), properties.previousSecret(), tls);
	}

	private PeerTransport joining(LinkTransport made, Cluster cluster, OpenMembership open, Protection protection) {
		Map<NodeId, URI> seeds = new LinkedHashMap<>(cluster.others());
		seeds.keySet().retainAll(open.seeds());
		boolean seed = open.seeds().contains(cluster.self());
		JoinSettings settings = new JoinSettings(cluster.name(), cluster.self(), cluster.members(), seeds, seed,
				this.properties.path(), protection, open.book());
		JoinEntrance entrance = this.joins.getIfAvailable();
		if (entrance == null) {
			throw new InvalidElectionConfigurationException(Peers.KEY, cluster.members(),
					"Entries have no URL, and this application cannot answer joining nodes without spring-boot-webmvc or "
							+ "spring-boot-webflux",
					"Depend on leader-election-spring-boot-starter");
		}
		entrance.entrance().open(seed ? new JoinHandler(settings, made.acceptor()) : NO_SEED);
		return new JoiningTransport(made, settings);
	}

	/** Counts a refusal, if there is a transport. */
	void refused(RefusalReason reason, String detail) {
		LinkTransport present = this.transport;
		if (present != null) {
			present.acceptor().refused(reason, detail);
		}
	}

	/** Whether the transport carries messages of the default election. */
	boolean carriesDefaultElection() {
		return this.carriesDefaultElection;
	}

	/** The status of the transport, or null before its creation. */
	@Nullable TransportStatus status() {
		LinkTransport present = this.transport;
		return (present != null) ? present.status() : null;
	}

	/**
	 * Creates a transport of the configured type.
	 */
	@FunctionalInterface
	interface Type {

		/** Creates a transport that is not started. */
		LinkTransport create(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers);

	}

}
