package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.ClusterName;
import io.github.leaderelection.internal.settings.PeerBundle;
import io.github.leaderelection.internal.transport.held.WorkerQuestions;
import io.github.leaderelection.internal.transport.tls.PeerTls;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.reactive.socket.WebSocketHandler;

/**
 * {@link AutoConfiguration Auto-configuration} for the requests of workers, if a bean
 * answers their questions. On a port of its own the transport serves them, else the web
 * server of the application does, also with a store.
 */
@AutoConfiguration(after = { LeaderElectionAutoConfiguration.class, LeaderElectionReactiveAutoConfiguration.class },
		afterName = "io.github.leaderelection.assignments.autoconfigure.LeaderElectionAssignmentsAutoConfiguration")
@ConditionalOnClass(HttpRequestHandler.class)
@ConditionalOnBean(value = { OwnPort.class, WorkerQuestions.class }, search = SearchStrategy.CURRENT)
@ConditionalOnBooleanProperty(name = "leader-election.observe", havingValue = false, matchIfMissing = true)
public final class LeaderElectionWorkersAutoConfiguration {

	@Bean
	WorkerEntrance leaderElectionWorkerEntrance(LeaderElectionProperties properties, Environment environment,
			ObjectProvider<WorkerQuestions> questions, ObjectProvider<LinkTransportFactory> transports,
			ObjectProvider<PeerTls> tls, ObjectProvider<SslBundles> bundles) {
		LeaderElectionProperties.Transport transport = properties.transport();
		PeerTls ofTransport = tls.getIfAvailable(() -> PeerBundle.tls(PeerBundle.TRANSPORT_KEY,
				transport.ssl().bundle(), false, false, bundles::getIfAvailable));
		return new WorkerEntrance(transport.path(), ClusterName.of(environment, properties.cluster()).name(),
				LinkTransportFactory.protection(transport, ofTransport), questions, transports);
	}

	/**
	 * The servlet of workers.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass({ ServletRegistrationBean.class, DispatcherServletPath.class })
	@Conditional(OnOwnPort.Unused.class)
	static class ServletConfiguration {

		@Bean
		ServletRegistrationBean<PeerServlet> leaderElectionWorkerServlet(WorkerEntrance workers,
				ObjectProvider<DispatcherServletPath> dispatcher) {
			return LinkTransportConfiguration.ServletConfiguration.servlet("leaderElectionWorkers", workers.entrance(),
					dispatcher);
		}

	}

	/**
	 * The filter of workers, if there is none for peers.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass(WebSocketHandler.class)
	@Conditional(OnOwnPort.Unused.class)
	static class ReactiveConfiguration {

		@Bean
		@ConditionalOnMissingBean
		PeerWebFilter leaderElectionWorkerWebFilter(ObjectProvider<Entrances> entrances, ApplicationContext context) {
			return new PeerWebFilter(Entrances.all(entrances), context);
		}

	}

}
