package io.github.leaderelection.autoconfigure.transport;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.lifecycle.MemberLinkFactory;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.PeerBundle;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.observer.ObserverTransport;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.util.StringUtils;

/**
 * {@link AutoConfiguration Auto-configuration} for the link of an observer. The link only
 * connects to members, so the application needs no web server.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(value = OwnPort.class, search = SearchStrategy.CURRENT)
@ConditionalOnClass(CircuitBreakerRegistry.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("leader-election.observe")
@Import(LinkTransportConfiguration.BothStacksConfiguration.class)
public final class LeaderElectionObserverAutoConfiguration {

	@Bean
	PeerTls leaderElectionPeerTls(LeaderElectionProperties properties, ObjectProvider<SslBundles> bundles) {
		return PeerBundle.tls(PeerBundle.TRANSPORT_KEY, properties.transport().ssl().bundle(), false, false,
				bundles::getIfAvailable);
	}

	@Bean
	MemberLinkFactory leaderElectionMemberLinks(LeaderElectionProperties properties,
			ObjectProvider<CircuitBreakerRegistry> breakers, PeerTls tls) {
		LeaderElectionProperties.Transport transport = properties.transport();
		Protection protection = new Protection(textOrNull(transport.secret()), textOrNull(transport.previousSecret()),
				tls);
		return (cluster, self,
				members) -> new ObserverTransport(new PeerTransportSettings(cluster, self, members, transport.path(),
						protection, List.copyOf(members.keySet()), (member) -> null, Duration.ofSeconds(1), Map.of(),
						new ApplicationUrls(null)), breakers.getIfUnique(CircuitBreakerRegistry::ofDefaults));
	}

	private static @Nullable String textOrNull(@Nullable String text) {
		return StringUtils.hasText(text) ? text : null;
	}

}
