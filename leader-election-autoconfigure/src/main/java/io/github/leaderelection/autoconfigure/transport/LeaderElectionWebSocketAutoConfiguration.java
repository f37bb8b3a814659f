package io.github.leaderelection.autoconfigure.transport;

import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.websocket.server.ServerContainer;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/**
 * {@link AutoConfiguration Auto-configuration} for the transport over WebSocket on the
 * application's own port.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(value = OwnPort.class, search = SearchStrategy.CURRENT)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Conditional(OnOwnPort.Missing.class)
@ConditionalOnClass({ DispatcherServlet.class, WebSocketHttpRequestHandler.class, ServerContainer.class,
		CircuitBreakerRegistry.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "leader-election.observe", havingValue = false, matchIfMissing = true)
@ConditionalOnProperty(name = "leader-election.transport.type", havingValue = "websocket", matchIfMissing = true)
@Import(LinkTransportConfiguration.class)
public final class LeaderElectionWebSocketAutoConfiguration {

	@Bean
	LinkTransportFactory.Type leaderElectionTransportType() {
		return WebSocketPeerTransport::new;
	}

	/**
	 * The mapping of peers, before the application's mappings, which may match every
	 * path.
	 */
	@Bean
	SimpleUrlHandlerMapping leaderElectionHandlerMapping(PeerEntrance entrance) {
		SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping();
		mapping.setOrder(Ordered.HIGHEST_PRECEDENCE);
		mapping.setUrlMap(Map.of(entrance.path(), new ServletPeers(entrance)));
		return mapping;
	}

}
