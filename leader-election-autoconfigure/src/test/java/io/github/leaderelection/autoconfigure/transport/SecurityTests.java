package io.github.leaderelection.autoconfigure.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Elections beside Spring Security that nobody configured, over any transport.
 */
abstract class SecurityTests {

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
	void nodesElectAndEverythingElseStaysProtected() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", this.transport).start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			int port = cluster.port(leader);
			assertThat(leader.getBeansOfType(SecurityFilterChain.class).keySet())
				.noneMatch((name) -> name.toLowerCase(Locale.ROOT).contains("leader"));
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
		runner.run((context) -> assertThat(context).hasSingleBean(WebSecurityCustomizer.class));
		runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(WebSecurityCustomizer.class));
		runner.withClassLoader(new FilteredClassLoader(WebSecurityCustomizer.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("leaderElectionWebSecurityCustomizer"));
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
