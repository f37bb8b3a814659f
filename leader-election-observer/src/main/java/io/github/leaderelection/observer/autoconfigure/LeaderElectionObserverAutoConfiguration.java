package io.github.leaderelection.observer.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.lifecycle.LocalServer;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.PeerBundle;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for an observer. It only asks members, so
 * the application needs no web server.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(value = OwnPort.class, search = SearchStrategy.CURRENT)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("leader-election.observe")
public final class LeaderElectionObserverAutoConfiguration {

	@Bean
	ObserverAssembly leaderElectionObserverNodes(LeaderElectionProperties properties, LocalServer server,
			ObjectProvider<CircuitBreakerRegistry> breakers, ObjectProvider<SslBundles> bundles,
			ObjectProvider<NodeExtension> extensions) {
		LeaderElectionProperties.Transport transport = properties.transport();
		Protection protection = new Protection(transport.secret(), transport.previousSecret(), PeerBundle
			.tls(PeerBundle.TRANSPORT_KEY, transport.ssl().bundle(), false, false, bundles::getIfAvailable));
		return new ObserverAssembly(server, transport.path(), protection,
				() -> breakers.getIfUnique(CircuitBreakerRegistry::ofDefaults), extensions.orderedStream().toList());
	}

}
