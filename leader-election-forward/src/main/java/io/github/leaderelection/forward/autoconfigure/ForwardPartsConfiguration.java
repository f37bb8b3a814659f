package io.github.leaderelection.forward.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.internal.forward.ForwardMetrics;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.settings.PeerBundle;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

/**
 * The parts that Spring MVC and WebFlux share.
 */
@Configuration(proxyBeanMethods = false)
class ForwardPartsConfiguration {

	private static final String BUNDLE_KEY = "leader-election.forward.ssl.bundle";

	@Bean
	ForwardStatistics leaderForwardStatistics() {
		return new ForwardStatistics();
	}

	/** The gate that admits the requests that this node handles. */
	static LeaderGate gate(LeaderElectionProperties election, ObjectProvider<LeaderElectorRegistry> electors) {
		return election.enabled() ? new ElectorGate(electors::getObject)
				: LeaderGate.fixed(election.gate().whenDisabled() == WhenDisabled.LEADER);
	}

	/**
	 * The TLS settings for requests to the leader. Without a bundle of its own,
	 * forwarding uses the bundle of peers. With a separate transport port, it uses the
	 * JVM's defaults: the leader's web server has other certificates.
	 */
	static PeerTls tls(ForwardProperties forward, LeaderElectionProperties election, ObjectProvider<PeerTls> peers,
			ObjectProvider<SslBundles> bundles) {
		String own = forward.ssl().bundle();
		if (election.enabled() && StringUtils.hasText(own)) {
			return PeerBundle.tls(BUNDLE_KEY, own, false, false, bundles::getIfAvailable);
		}
		if (election.transport().port() != null) {
			return PeerTls.OF_JVM;
		}
		// The bean is missing on nodes with a store, which have no links.
		String ofPeers = election.enabled() ? election.transport().ssl().bundle() : null;
		return peers.getIfAvailable(
				() -> PeerBundle.tls(PeerBundle.TRANSPORT_KEY, ofPeers, false, false, bundles::getIfAvailable));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class MetricsConfiguration {

		@Bean
		ForwardMetrics leaderForwardMetrics(ForwardStatistics statistics,
				ObjectProvider<LeaderElectorRegistry> electors) {
			return new ForwardMetrics(statistics, electors::getObject);
		}

	}

}
