package io.github.leaderelection.autoconfigure.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.transport.asking.WorkerAnswer;
import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import io.github.leaderelection.internal.transport.held.WorkerQuestions;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.spi.LeaseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionWorkersAutoConfiguration}.
 */
class LeaderElectionWorkersAutoConfigurationTests {

	private static final String SECRET = "0123456789abcdef";

	private static final WorkerQuestions ECHO = (group, from, text, answer) -> answer
		.accept(group + " " + from + " " + text);

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
			LeaderElectionAutoConfiguration.class, LeaderElectionHttpAutoConfiguration.class,
			LeaderElectionWebSocketAutoConfiguration.class, LeaderElectionReactiveAutoConfiguration.class,
			LeaderElectionOwnPortAutoConfiguration.class, LeaderElectionWorkersAutoConfiguration.class);

	private static List<String> arguments(String setting, int port) {
		List<String> arguments = new ArrayList<>(List.of("--spring.main.banner-mode=off", "--leader-election.node-id=a",
				"--leader-election.transport.secret=" + SECRET, "--leader-election.cluster=c",
				"--" + setting + (setting.endsWith("port=") ? port : "")));
		if (!setting.startsWith("leader-election.store")) {
			arguments.add("--leader-election.peers=a@http://localhost:" + port + ",b@http://localhost:1");
		}
		boolean own = setting.startsWith("leader-election.transport.port");
		arguments.add("--server.port=" + (own ? 0 : port));
		return arguments;
	}

	private static WorkerAnswer ask(int port, String secret) throws Exception {
		try (WorkerChannel channel = new WorkerChannel("c", NodeId.of("x"), Protection.of(secret),
				"/leader-election")) {
			return channel.ask(URI.create("http://localhost:" + port), "g", "?")
				.toCompletableFuture()
				.get(20, TimeUnit.SECONDS);
		}
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, leader-election.store=bean", "REACTIVE, leader-election.store=bean",
			"SERVLET, leader-election.transport.type=http", "SERVLET, leader-election.transport.type=websocket",
			"REACTIVE, leader-election.transport.type=websocket", "SERVLET, leader-election.transport.port=",
			"REACTIVE, leader-election.transport.port=" })
	void workersAreAnswered(WebApplicationType type, String setting) throws Exception {
		int port = Ports.free(1).get(0);
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class).web(type)
			.registerShutdownHook(false)
			.run(arguments(setting, port).toArray(String[]::new))) {
			WorkerAnswer echo = new WorkerAnswer("g x ?", null);
			assertThat(ask(port, SECRET)).isEqualTo(echo);
			assertThat(ask(port, "wrong").failure()).contains("SECRET");
			assertThat(post(port, "/leader-election/workers/other")).isIn(401, 403, 404);
			WorkerEntrance entrance = context.getBean(WorkerEntrance.class);
			entrance.stop();
			assertThat(ask(port, SECRET).failure()).contains("HTTP status 503");
			entrance.start();
			assertThat(ask(port, SECRET)).isEqualTo(echo);
		}
	}

	private static int post(int port, String path) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.POST(BodyPublishers.ofString("{}"))
			.build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
	}

	@Test
	void nothingIsServedWhereNobodyAnswersOrThisNodeObserves() {
		String servlet = "leaderElectionWorkerServlet";
		WebApplicationContextRunner runner = new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("leader-election.standalone=true");
		runner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(WorkerEntrance.class)
			.doesNotHaveBean(servlet));
		WebApplicationContextRunner answering = runner.withBean(WorkerQuestions.class, () -> ECHO);
		answering.run((context) -> assertThat(context).hasSingleBean(WorkerEntrance.class).hasBean(servlet));
		answering.withPropertyValues("leader-election.transport.port=0")
			.run((context) -> assertThat(context).hasSingleBean(WorkerEntrance.class).doesNotHaveBean(servlet));
		answering.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(WorkerEntrance.class));
		new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("leader-election.standalone=true")
			.withBean(WorkerQuestions.class, () -> ECHO)
			.run((context) -> assertThat(context).hasSingleBean(PeerWebFilter.class));
		new ApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.withPropertyValues("leader-election.standalone=true")
			.withBean(WorkerQuestions.class, () -> ECHO)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(servlet));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		WorkerQuestions echo() {
			return ECHO;
		}

		/** A store that never answers. */
		@Bean
		LeaseStore leaseStore() {
			return Mockito.mock(LeaseStore.class,
					(call) -> CompletableFuture.class.isAssignableFrom(call.getMethod().getReturnType())
							|| call.getMethod().getReturnType().isAssignableFrom(CompletableFuture.class)
									? new CompletableFuture<>() : Mockito.RETURNS_DEFAULTS.answer(call));
		}

	}

}
