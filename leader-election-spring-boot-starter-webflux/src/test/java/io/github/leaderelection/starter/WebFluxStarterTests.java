package io.github.leaderelection.starter;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.forward.ForwardOutcome;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.spring.ForwardToLeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications with nothing but the starter for WebFlux.
 */
@ExtendWith(OutputCaptureExtension.class)
class WebFluxStarterTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final HttpClient client = HttpClient.newHttpClient();

	private final List<ConfigurableApplicationContext> nodes = new ArrayList<>();

	@TempDir
	Path directory;

	@AfterEach
	void stop() {
		this.nodes.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void threeNodesWithoutTheServletApiElectOneAndAnotherWhenItIsClosed() throws Exception {
		for (String type : List.of("jakarta.servlet.Servlet", "jakarta.websocket.Session",
				"org.apache.catalina.startup.Tomcat", "org.springframework.web.socket.WebSocketHandler",
				"org.springframework.web.servlet.DispatcherServlet")) {
			assertThat(ClassUtils.isPresent(type, getClass().getClassLoader())).as(type).isFalse();
		}
		List<Integer> ports = ports(3);
		for (int port : ports) {
			start(port, ports);
		}
		assertThat(this.nodes).hasOnlyElementsOfType(ReactiveWebServerApplicationContext.class);
		ConfigurableApplicationContext first = awaitLeader();
		long token = token(first);
		assertThat(ask(first, "/actuator/leader/default?check=leader").statusCode()).isEqualTo(200);
		assertThat(ask(first, "/actuator/leader").body()).contains("\"role\":\"LEADER\"", "\"connected\":true");
		assertThat(ask(first, "/actuator/health").statusCode()).isEqualTo(200);
		for (ConfigurableApplicationContext node : this.nodes) {
			assertThat(this.nodes).extracting((each) -> each.getBean(ElectionNode.class).id().value())
				.contains(ask(node, "/leader").body());
		}
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> this.nodes.stream()
				.anyMatch(
						(node) -> node.getBean(ForwardStatistics.class).count("default", ForwardOutcome.PROXIED) > 0));
		first.close();
		ConfigurableApplicationContext second = awaitLeader();
		assertThat(token(second)).isGreaterThan(token);
		for (ConfigurableApplicationContext node : this.nodes) {
			if (node != first && node != second) {
				assertThat(ask(node, "/actuator/leader/default?check=leader").statusCode()).isEqualTo(503);
			}
		}
	}

	@Test
	void aPortOfItsOwnNeedsTwoJarsMore(CapturedOutput output) throws Exception {
		List<Integer> ports = ports(2);
		assertThatExceptionOfType(ApplicationContextException.class)
			.isThrownBy(() -> start(0, ports, "--leader-election.transport.port=" + ports.get(0)));
		assertThat(output).contains("APPLICATION FAILED TO START", "leader-election.transport.port=" + ports.get(0),
				"the class path lacks org.apache.tomcat.embed:tomcat-embed-core and "
						+ "org.apache.tomcat.embed:tomcat-embed-websocket, ",
				" and org.springframework:spring-websocket, ",
				"Add these jars alone. leader-election-spring-boot-starter also brings Spring MVC");
		assertThat(output).doesNotContain("org.springframework:spring-web ", "resilience4j-circuitbreaker");
	}

	private static List<Integer> ports(int count) throws IOException {
		List<ServerSocket> sockets = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			sockets.add(new ServerSocket(0));
		}
		List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
		for (ServerSocket socket : sockets) {
			socket.close();
		}
		return ports;
	}

	private void start(int port, List<Integer> ports, String... more) {
		String peers = ports.stream().map((each) -> "http://localhost:" + each).collect(Collectors.joining(","));
		List<String> arguments = new ArrayList<>(List.of("--server.port=" + port, "--leader-election.peers=" + peers,
				"--leader-election.state-directory=" + this.directory.resolve(Integer.toString(port)),
				"--spring.main.banner-mode=off"));
		arguments.addAll(List.of(more));
		this.nodes.add(new SpringApplicationBuilder(Application.class).registerShutdownHook(false)
			.run(arguments.toArray(String[]::new)));
	}

	private ConfigurableApplicationContext awaitLeader() {
		Awaitility.await().atMost(PATIENCE).until(() -> leaders().size() == 1);
		return leaders().get(0);
	}

	private List<ConfigurableApplicationContext> leaders() {
		return this.nodes.stream().filter((node) -> node.isActive() && elector(node).isLeader()).toList();
	}

	private static LeaderElector elector(ConfigurableApplicationContext node) {
		return node.getBean(LeaderElector.class);
	}

	private static long token(ConfigurableApplicationContext leader) {
		return elector(leader).leadership().map(Leadership::fencingToken).orElseThrow();
	}

	private HttpResponse<String> ask(ConfigurableApplicationContext node, String path) throws Exception {
		String port = node.getEnvironment().getRequiredProperty("local.server.port");
		return this.client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
				BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		/** Otherwise an application that is closed ends the threads of all others. */
		@Bean
		ReactorResourceFactory reactorResources() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setShutdownQuietPeriod(Duration.ZERO);
			return resources;
		}

		@Bean
		Orders orders(ElectionNode node) {
			return new Orders(node);
		}

	}

	@RestController
	static class Orders {

		private final ElectionNode node;

		Orders(ElectionNode node) {
			this.node = node;
		}

		@GetMapping("/leader")
		@ForwardToLeader
		Mono<String> leader() {
			return Mono.just(this.node.id().value());
		}

	}

}
