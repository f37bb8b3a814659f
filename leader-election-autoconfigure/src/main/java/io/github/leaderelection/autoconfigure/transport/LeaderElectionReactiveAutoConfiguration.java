package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.reactive.socket.WebSocketHandler;

/**
 * {@link AutoConfiguration Auto-configuration} for both transports on the own port of a
 * WebFlux application.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(value = OwnPort.class, search = SearchStrategy.CURRENT)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@Conditional(OnOwnPort.Missing.class)
@ConditionalOnClass({ WebSocketHandler.class, CircuitBreakerRegistry.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "leader-election.observe", havingValue = false, matchIfMissing = true)
@Import(LinkTransportConfiguration.class)
public final class LeaderElectionReactiveAutoConfiguration {

	@Bean
	PeerWebFilter leaderElectionPeerWebFilter(ObjectProvider<Entrances> entrances, ApplicationContext context) {
		return new PeerWebFilter(Entrances.all(entrances), context);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "leader-election.transport.type", havingValue = "websocket", matchIfMissing = true)
	static class WebSocketConfiguration {

		@Bean
		LinkTransportFactory.Type leaderElectionTransportType(ApplicationContext context) {
			return (settings, codec, breakers) -> {
				ReactiveServerCheck.check(context);
				return WebSocketPeerTransport.withoutContainer(settings, codec, breakers);
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "leader-election.transport.type", havingValue = "http")
	static class HttpConfiguration {

		@Bean
		LinkTransportFactory.Type leaderElectionTransportType() {
			return HttpPeerTransport::new;
		}

	}

}
