package io.github.leaderelection.autoconfigure;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;

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
 * Elections beside Spring Security that nobody configured.
 */
class SecurityTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void nodesElectAndEverythingElseStaysProtected() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "").start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			int port = cluster.port(leader);
			assertThat(leader.getBeansOfType(SecurityFilterChain.class).keySet())
				.noneMatch((name) -> name.toLowerCase(Locale.ROOT).contains("leader"));
			assertThat(get(port, "/leader-election")).isNotIn(401, 403, 302);
			assertThat(get(port, "/")).isEqualTo(401);
			assertThat(get(port, "/leader-election/other")).isEqualTo(401);
			assertThat(get(port, "/leader-electionother")).isEqualTo(401);
			assertThat(get(port, "/actuator/leader")).isEqualTo(401);
			assertThat(post(port, "/leader-election")).isIn(401, 403);
		}
	}

	@Test
	void onlyTheExactPathIsLeftToThePeersUnderContextAndServletPath() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "/app/mvc", "server.servlet.context-path=/app",
				"spring.mvc.servlet.path=/mvc")
			.start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			int port = cluster.port(leader);
			assertThat(get(port, "/app/mvc/leader-election")).isNotIn(401, 403, 302);
			assertThat(get(port, "/app/leader-election")).isEqualTo(401);
			assertThat(get(port, "/app/mvc/other")).isEqualTo(401);
		}
	}

	@Test
	void nothingIsAddedWithoutPeersOrSecurityOrElection() {
		WebApplicationContextRunner runner = new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(
				LeaderElectionAutoConfiguration.class, LeaderElectionWebSocketAutoConfiguration.class,
				LeaderElectionSecurityAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
				SecurityAutoConfiguration.class, ServletWebSecurityAutoConfiguration.class));
		runner.run((context) -> assertThat(context).hasSingleBean(WebSecurityCustomizer.class));
		runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(WebSecurityCustomizer.class));
		runner.withClassLoader(new FilteredClassLoader(WebSecurityCustomizer.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("leaderElectionWebSecurityCustomizer"));
	}

	private int get(int port, String path) throws Exception {
		return send(HttpRequest.newBuilder(uri(port, path)).GET().build());
	}

	private int post(int port, String path) throws Exception {
		return send(HttpRequest.newBuilder(uri(port, path)).POST(BodyPublishers.ofString("{}")).build());
	}

	private static URI uri(int port, String path) {
		return URI.create("http://localhost:" + port + path);
	}

	private int send(HttpRequest request) throws Exception {
		HttpResponse<Void> response = this.client.send(request, BodyHandlers.discarding());
		return response.statusCode();
	}

}
