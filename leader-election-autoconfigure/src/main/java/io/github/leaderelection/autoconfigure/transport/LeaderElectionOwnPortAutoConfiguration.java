package io.github.leaderelection.autoconfigure.transport;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.listener.ListenerSettings;
import io.github.leaderelection.internal.transport.listener.TomcatListener;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.websocket.server.ServerContainer;
import org.apache.catalina.startup.Tomcat;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;
import org.springframework.util.StringUtils;

/**
 * {@link AutoConfiguration Auto-configuration} for the transport on a port of its own,
 * also in applications without a web server.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(value = OwnPort.class, search = SearchStrategy.CURRENT)
@Conditional(OnOwnPort.class)
@ConditionalOnClass({ Tomcat.class, HttpRequestHandler.class, CircuitBreakerRegistry.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "leader-election.observe", havingValue = false, matchIfMissing = true)
public final class LeaderElectionOwnPortAutoConfiguration {

	/**
	 * The transport over WebSocket.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ WebSocketHttpRequestHandler.class, ServerContainer.class })
	@ConditionalOnProperty(name = "leader-election.transport.type", havingValue = "websocket", matchIfMissing = true)
	@Import({ LinkTransportConfiguration.class, ListenerConfiguration.class })
	static class WebSocketConfiguration {

		@Bean
		LinkTransportFactory.Type leaderElectionTransportType() {
			return WebSocketPeerTransport::new;
		}

	}

	/**
	 * The transport over HTTP.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "leader-election.transport.type", havingValue = "http")
	@Import({ LinkTransportConfiguration.class, ListenerConfiguration.class })
	static class HttpConfiguration {

		@Bean
		LinkTransportFactory.Type leaderElectionTransportType() {
			return HttpPeerTransport::new;
		}

	}

	/**
	 * The listener, if there are peers.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnPeers.class)
	static class ListenerConfiguration {

		@Bean
		@Conditional(OnPeers.Open.class)
		JoinEntrance leaderElectionJoinEntrance(LeaderElectionProperties properties) {
			return JoinEntrance.of(properties.transport());
		}

		@Bean
		OwnListenerLifecycle leaderElectionOwnListener(LeaderElectionProperties properties, PeerEntrance entrance,
				ObjectProvider<Entrances> entrances, OwnPort port, PeerTls tls) {
			Map<String, PeerServlet> servlets = new LinkedHashMap<>();
			Entrances.all(entrances).forEach((each) -> servlets.put(each.path(), new PeerServlet(each)));
			servlets.put("/", new PeerServlet((exchange) -> exchange.replyUnread(Reply.notFound())));
			Integer configured = properties.transport().port();
			ListenerSettings settings = new ListenerSettings(properties.transport().address(),
					(configured != null) ? configured : 0, Peers.count(properties.peers()),
					StringUtils.hasText(properties.transport().ssl().bundle()) ? tls : null);
			return new OwnListenerLifecycle(settings, new TomcatListener(settings, servlets, entrance::crowdedOut),
					port);
		}

	}

}
