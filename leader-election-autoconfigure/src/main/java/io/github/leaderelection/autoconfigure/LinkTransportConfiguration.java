package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.actuate.LinkRefusals;
import io.github.leaderelection.actuate.TransportRefusals;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What is the same whatever carries the links.
 */
@Configuration(proxyBeanMethods = false)
class LinkTransportConfiguration {

	@Bean
	LinkTransportFactory leaderElectionTransportFactory(LeaderElectionProperties properties, PeerEntrance entrance,
			ObjectProvider<CircuitBreakerRegistry> breakers, LinkTransportType type) {
		return new LinkTransportFactory(properties.transport(), entrance, breakers, type);
	}

	@Bean
	@ConditionalOnMissingBean(TransportRefusals.class)
	LinkRefusals leaderElectionTransportRefusals(LinkTransportFactory transports) {
		return new LinkRefusals(transports::status);
	}

}
