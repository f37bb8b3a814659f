package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.actuate.LinkRefusals;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.settings.PeerBundle;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * The beans that both transports share.
 */
@Configuration(proxyBeanMethods = false)
class LinkTransportConfiguration {

	@Bean
	PeerEntrance leaderElectionPeerEntrance(LeaderElectionProperties properties) {
		return PeerEntrance.of(properties.transport());
	}

	@Bean
	PeerTls leaderElectionPeerTls(LeaderElectionProperties properties, ObjectProvider<SslBundles> bundles) {
		LeaderElectionProperties.Ssl ssl = properties.transport().ssl();
		return PeerBundle.tls(PeerBundle.TRANSPORT_KEY, ssl.bundle(), properties.transport().port() != null,
				ssl.clientAuth() == LeaderElectionProperties.ClientAuth.NEED, bundles::getIfAvailable);
	}

	@Bean
	LinkTransportFactory leaderElectionTransportFactory(LeaderElectionProperties properties, PeerEntrance entrance,
			ObjectProvider<CircuitBreakerRegistry> breakers, LinkTransportFactory.Type type,
			ObjectProvider<JoinEntrance> joins, PeerTls tls, ObjectProvider<CrashDetector.Factory> detection) {
		return new LinkTransportFactory(properties.transport(), entrance, breakers, type, joins, tls,
				detection.getIfUnique(() -> CrashDetector.Factory.OFF));
	}

	@Bean
	LinkStatus leaderElectionLinkStatus(LinkTransportFactory transports) {
		return transports::status;
	}

	@Bean
	HandOverRehearsal leaderElectionHandOverRehearsal(LinkTransportFactory transports) {
		return new HandOverRehearsal(transports::carriesDefaultElection);
	}

	@Bean
	@ConditionalOnMissingBean(TransportRefusals.class)
	LinkRefusals leaderElectionTransportRefusals(LinkStatus links) {
		return new LinkRefusals(links);
	}

	/**
	 * The beans of a servlet application that could also run on WebFlux.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(name = { WebStackReport.SERVLET, WebStackReport.REACTIVE })
	static class BothStacksConfiguration {

		@Bean
		WebStackReport leaderElectionWebStackReport(Environment environment) {
			return new WebStackReport(environment);
		}

	}

	/**
	 * The entrance for nodes that join at run time a WebFlux application.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@Conditional({ OnPeers.Open.class, OnOwnPort.Missing.class })
	static class ReactiveJoinConfiguration {

		@Bean
		JoinEntrance leaderElectionJoinEntrance(LeaderElectionProperties properties) {
			return JoinEntrance.of(properties.transport());
		}

	}

	/**
	 * The servlets of an application for observers, and for nodes that join at run time.
	 * They are separate, because the dispatcher servlet reads multipart forms before it
	 * looks up their handler.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass({ ServletRegistrationBean.class, DispatcherServletPath.class })
	@Conditional(OnOwnPort.Missing.class)
	static class ServletConfiguration {

		@Bean
		@Conditional(OnPeers.Open.class)
		JoinEntrance leaderElectionJoinEntrance(LeaderElectionProperties properties) {
			return JoinEntrance.of(properties.transport());
		}

		@Bean
		@Conditional(OnPeers.Open.class)
		ServletRegistrationBean<PeerServlet> leaderElectionJoinServlet(JoinEntrance join,
				ObjectProvider<DispatcherServletPath> dispatcher) {
			return servlet("leaderElectionJoins", join.entrance(), dispatcher);
		}

		@Bean
		ServletRegistrationBean<PeerServlet> leaderElectionObserverServlet(PeerEntrance entrance,
				ObjectProvider<DispatcherServletPath> dispatcher) {
			return servlet("leaderElectionObservers", entrance.observers(), dispatcher);
		}

		static ServletRegistrationBean<PeerServlet> servlet(String name, PeerEntrance entrance,
				ObjectProvider<DispatcherServletPath> dispatcher) {
			DispatcherServletPath root = dispatcher.getIfAvailable(() -> () -> "/");
			ServletRegistrationBean<PeerServlet> servlet = new ServletRegistrationBean<>(new PeerServlet(entrance),
					root.getRelativePath(entrance.path()));
			servlet.setName(name);
			return servlet;
		}

	}

}
