package io.github.leaderelection.autoconfigure.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Elections beside Spring Security that nobody configured, over any transport.
 */
@ExtendWith(OutputCaptureExtension.class)
abstract class SecurityTests {

	private static final String CHAIN = "leaderElectionPeersFilterChain";

	private static final String CUSTOMIZER = "leaderElectionWebSecurityCustomizer";

	private final HttpClient client = HttpClient.newHttpClient();

	private final String transport;

	private final String method;

	private final String otherMethod;

	/**
	 * Tests a transport.
	 * @param type the value of its key
	 * @param method with which peers come
	 * @param otherMethod with which they do not
	 */
	SecurityTests(String type, String method, String otherMethod) {
		this.transport = "leader-election.transport.type=" + type;
		this.method = method;
		this.otherMethod = otherMethod;
	}

	@Test
	void nodesElectAndEverythingElseStaysProtected(CapturedOutput output) throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", this.transport).start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			int port = cluster.port(leader);
			assertThat(leader.getBeansOfType(SecurityFilterChain.class)).as("Boot's own, and that of the peers")
				.hasSize(2);
			assertThat(output).doesNotContain("This is not recommended");
			assertThat(ask(this.method, port, "/leader-election")).isNotIn(401, 403, 302, 404);
			assertThat(ask("GET", port, "/")).isEqualTo(401);
			for (String path : List.of("/leader-election/other", "/leader-electionother", "/actuator/leader")) {
				assertThat(ask(this.method, port, path)).isIn(401, 403);
			}
			assertThat(ask(this.otherMethod, port, "/leader-election")).isIn(401, 403);
		}
	}

	@Test
	void onlyTheExactPathIsLeftToThePeersUnderContextAndServletPath() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "/app/mvc", "server.servlet.context-path=/app",
				"spring.mvc.servlet.path=/mvc", this.transport)
			.start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			int port = cluster.port(leader);
			assertThat(ask(this.method, port, "/app/mvc/leader-election")).isNotIn(401, 403, 302, 404);
			assertThat(ask(this.method, port, "/app/leader-election")).isIn(401, 403);
			assertThat(ask(this.method, port, "/app/mvc/other")).isIn(401, 403);
		}
	}

	@Test
	void nothingIsAddedWithoutPeersOrSecurityOrElection() {
		WebApplicationContextRunner runner = new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
					LeaderElectionWebSocketAutoConfiguration.class, LeaderElectionHttpAutoConfiguration.class,
					LeaderElectionSecurityAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
					SecurityAutoConfiguration.class, ServletWebSecurityAutoConfiguration.class))
			.withPropertyValues(this.transport);
		runner.run((context) -> assertThat(context).hasBean(CHAIN).doesNotHaveBean(CUSTOMIZER));
		runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(CHAIN).doesNotHaveBean(CUSTOMIZER));
		runner.withClassLoader(new FilteredClassLoader(WebSecurityCustomizer.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CHAIN).doesNotHaveBean(CUSTOMIZER));
	}

	@Test
	void chainThatProtectsAllWithoutAnyOtherStays() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
					LeaderElectionWebSocketAutoConfiguration.class, LeaderElectionHttpAutoConfiguration.class,
					LeaderElectionSecurityAutoConfiguration.class, DispatcherServletAutoConfiguration.class))
			.withPropertyValues(this.transport)
			.run((context) -> assertThat(context).hasBean(CUSTOMIZER).doesNotHaveBean(SecurityFilterChain.class));
	}

	private int ask(String with, int port, String path) throws Exception {
		BodyPublisher body = with.equals("POST") ? BodyPublishers.ofString("{}") : BodyPublishers.noBody();
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(with, body)
			.build();
		HttpResponse<Void> response = this.client.send(request, BodyHandlers.discarding());
		return response.statusCode();
	}

}
