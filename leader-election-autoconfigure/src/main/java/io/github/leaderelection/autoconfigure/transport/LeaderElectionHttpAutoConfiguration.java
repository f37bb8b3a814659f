package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
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
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;

/**
 * {@link AutoConfiguration Auto-configuration} for the transport over HTTP on the
 * application's own port.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(value = OwnPort.class, search = SearchStrategy.CURRENT)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Conditional(OnOwnPort.Missing.class)
@ConditionalOnClass({ ServletRegistrationBean.class, DispatcherServletPath.class, CircuitBreakerRegistry.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "leader-election.observe", havingValue = false, matchIfMissing = true)
@ConditionalOnProperty(name = "leader-election.transport.type", havingValue = "http")
@Import(LinkTransportConfiguration.class)
public final class LeaderElectionHttpAutoConfiguration {

	@Bean
	LinkTransportFactory.Type leaderElectionTransportType() {
		return HttpPeerTransport::new;
	}

	/**
	 * A separate servlet, because the dispatcher servlet reads multipart forms of any
	 * length before it looks up their handler.
	 */
	@Bean
	ServletRegistrationBean<PeerServlet> leaderElectionPeerServlet(PeerEntrance entrance,
			ObjectProvider<DispatcherServletPath> dispatcher) {
		return LinkTransportConfiguration.ServletConfiguration.servlet("leaderElectionPeers", entrance, dispatcher);
	}

}
