package io.github.leaderelection.autoconfigure.transport;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.lifecycle.PeerTransportFactory.Cluster;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import io.github.leaderelection.internal.view.ViewSource;
import io.github.leaderelection.spi.LeaseStore;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionHttpAutoConfiguration}.
 */
class LeaderElectionHttpAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
			LeaderElectionAutoConfiguration.class, LeaderElectionHttpAutoConfiguration.class,
			LeaderElectionWebSocketAutoConfiguration.class);

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS)
		.withPropertyValues("leader-election.transport.type=http", "leader-election.transport.path=/peers");

	@Test
	void peersComeInByAServletOfTheirOwn() {
		this.runner.run((context) -> {
			Map<String, ServletRegistrationBean<?>> servlets = new HashMap<>();
			context.getBeansOfType(ServletRegistrationBean.class).forEach(servlets::put);
			assertThat(servlets).containsOnlyKeys("leaderElectionPeerServlet", "leaderElectionObserverServlet");
			assertThat(servlets.get("leaderElectionPeerServlet").getUrlMappings()).containsExactly("/peers");
			assertThat(servlets.get("leaderElectionObserverServlet").getUrlMappings())
				.containsExactly("/peers/observers");
			assertThat(servlets.values()).allSatisfy((servlet) -> {
				assertThat(servlet.isAsyncSupported()).isTrue();
				assertThat(servlet.getMultipartConfig()).isNull();
			});
			assertThat(context).doesNotHaveBean(SimpleUrlHandlerMapping.class).hasSingleBean(TransportRefusals.class);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "http", "websocket" })
	void nobodyComesInWhereNodesLeadByALease(String type) {
		WebApplicationContextRunner typed = this.runner
			.withConfiguration(AutoConfigurations.of(DispatcherServletAutoConfiguration.class))
			.withPropertyValues("leader-election.transport.type=" + type);
		typed.run((context) -> assertThat(context).hasSingleBean(PeerEntrance.class));
		typed.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).hasSingleBean(PeerEntrance.class));
		typed.withBean(LeaseStore.class, () -> Mockito.mock(LeaseStore.class))
			.withPropertyValues("leader-election.store=jdbc")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(PeerEntrance.class)
				.doesNotHaveBean(SimpleUrlHandlerMapping.class)
				.doesNotHaveBean("leaderElectionPeerServlet"));
	}

	@Test
	void theServletIsWhereTheDispatcherServletAnswers() {
		this.runner.withConfiguration(AutoConfigurations.of(DispatcherServletAutoConfiguration.class))
			.withPropertyValues("spring.mvc.servlet.path=/mvc")
			.run((context) -> {
				ServletRegistrationBean<?> servlet = context.getBean("leaderElectionPeerServlet",
						ServletRegistrationBean.class);
				assertThat(servlet.getUrlMappings()).containsExactly("/mvc/peers");
			});
	}

	@Test
	void withoutWebSocketOnTheClassPathTheTransportIsMadeAndStarts() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.web.socket", "jakarta.websocket",
					"org.apache.tomcat.websocket", "org.springframework.boot.websocket"))
			.run((context) -> {
				NodeId a = NodeId.of("a");
				NodeId b = NodeId.of("b");
				LinkTransportFactory factory = context.getBean(LinkTransportFactory.class);
				assertThat(factory
					.create(new Cluster("default", a, List.of(a, b), Map.of(b, URI.create("http://localhost:1")),
							Map.of("default", QuorumMessage.class), Map.of(), Map.of("default", "quorum"), null,
							Duration.ofSeconds(1), new ApplicationUrls(null), ViewSource.NONE)))
					.isInstanceOf(HttpPeerTransport.class);
				MockHttpServletResponse response = new MockHttpServletResponse();
				new ServletPeers(context.getBean(PeerEntrance.class))
					.handleRequest(new MockHttpServletRequest("POST", "/peers"), response);
				assertThat(response.getStatus()).isEqualTo(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
				assertThat(response.getHeader("Connection")).as("closed by the transport").isEqualTo("close");
			});
	}

	@Test
	void nothingIsThereWithAnotherTypeWithoutElectionOrWhatItNeeds() {
		this.runner.withPropertyValues("leader-election.transport.type=websocket")
			.run((context) -> assertThat(context).doesNotHaveBean("leaderElectionPeerServlet")
				.hasBean("leaderElectionObserverServlet")
				.hasSingleBean(PeerEntrance.class));
		this.runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(PeerEntrance.class));
		this.runner.withClassLoader(new FilteredClassLoader(CircuitBreakerRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(PeerEntrance.class));
		new ApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("leader-election.transport.type=http")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(PeerEntrance.class));
	}

}
