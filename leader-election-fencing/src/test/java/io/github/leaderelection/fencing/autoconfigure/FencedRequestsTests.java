package io.github.leaderelection.fencing.autoconfigure;

import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.web.FencingOutcome;
import io.github.leaderelection.fencing.web.FencingSignature;
import io.github.leaderelection.fencing.web.FencingSignature.Scope;
import io.github.leaderelection.fencing.web.FencingTokenExchangeFilter;
import io.github.leaderelection.fencing.web.FencingTokenFilter;
import io.github.leaderelection.fencing.web.FencingTokenHeader;
import io.github.leaderelection.fencing.web.FencingTokenInterceptor;
import io.github.leaderelection.fencing.web.FencingTokenSender;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.NotLeaderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A whole application that sends its fencing token to itself, and refuses stale ones.
 */
class FencedRequestsTests {

	private static final String SECRET = "of-leaders-and-receivers";

	private static final String SIGNED = "leader-election.fencing.signature.secret=" + SECRET;

	@Test
	void requestsOfTheLeaderCarryItsTokenUntilANewerOneWasSeen() {
		try (ConfigurableApplicationContext context = run(SIGNED)) {
			long token = Standalone.awaitLeader(context).leadership().orElseThrow().fencingToken();
			Client client = new Client(context);
			assertThat(client.rest()).isEqualTo("default " + token);
			assertThat(client.reactive()).isEqualTo("default " + token);
			Client successor = new Client(context, new FencingTokenSender("default",
					(group) -> OptionalLong.of(token + 1), new FencingSignature(Scope.REQUEST, SECRET)));
			assertThat(successor.rest()).isEqualTo("default " + (token + 1));
			assertThatExceptionOfType(HttpClientErrorException.Conflict.class).isThrownBy(client::rest)
				.satisfies((ex) -> {
					ProblemDetail problem = ex.getResponseBodyAs(ProblemDetail.class);
					assertThat(problem).isNotNull();
					assertThat(problem.getProperties()).containsEntry("resource", "default")
						.containsEntry("highest", token + 1);
				});
			assertThatExceptionOfType(WebClientResponseException.Conflict.class).isThrownBy(client::reactive);
			FencingTokenFilter filter = context.getBean(FencingTokenFilter.class);
			assertThat(filter.count(FencingOutcome.STALE)).isEqualTo(2);
			assertThat(filter.count(FencingOutcome.UNSIGNED)).isZero();
		}
	}

	@Test
	void clientOfAnotherGroupSendsItsToken() {
		try (ConfigurableApplicationContext context = run("leader-election.fencing.filter.groups=billing")) {
			LeaderElector billing = context.getBean("billingLeaderElector", LeaderElector.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(billing::isLeader);
			Standalone.awaitLeader(context);
			RestClient client = RestClient.builder()
				.baseUrl(Client.url(context))
				.requestInterceptor(context.getBean(FencingTokenInterceptor.class).forGroup("billing"))
				.build();
			WebClient reactive = WebClient.builder()
				.baseUrl(Client.url(context))
				.filter(context.getBean(FencingTokenExchangeFilter.class).forGroup("billing"))
				.build();
			String expected = "billing " + billing.leadership().orElseThrow().fencingToken();
			assertThat(client.post().uri("/entries").retrieve().body(String.class)).isEqualTo(expected);
			assertThat(reactive.post().uri("/entries").retrieve().bodyToMono(String.class).block(Standalone.PATIENCE))
				.isEqualTo(expected);
			assertThatExceptionOfType(HttpClientErrorException.Forbidden.class)
				.isThrownBy(() -> new Client(context).rest());
		}
	}

	@Test
	void staleTokenThatTheHandlerFindsInItsTransactionIsAConflictToo() {
		try (ConfigurableApplicationContext context = run()) {
			long token = Standalone.awaitLeader(context).leadership().orElseThrow().fencingToken();
			context.getBean(FencingGuard.class).check("ledger", token + 1);
			assertThatExceptionOfType(HttpClientErrorException.Conflict.class)
				.isThrownBy(() -> new Client(context).rest())
				.withMessageContaining("ledger");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "callable", "deferred", "future" })
	void staleTokenThatAHandlerFindsLaterIsAConflictTooAndCountedOnce(String kind) {
		try (ConfigurableApplicationContext context = run()) {
			long token = Standalone.awaitLeader(context).leadership().orElseThrow().fencingToken();
			Client client = new Client(context);
			FencingTokenFilter filter = context.getBean(FencingTokenFilter.class);
			assertThat(client.restLater(kind)).isEqualTo("default " + token);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(filter.count(FencingOutcome.ADMITTED)).isEqualTo(1));
			context.getBean(FencingGuard.class).check("ledger", token + 1);
			assertThatExceptionOfType(HttpClientErrorException.Conflict.class).isThrownBy(() -> client.restLater(kind))
				.withMessageContaining("ledger");
			assertThat(filter.count(FencingOutcome.STALE)).isEqualTo(1);
			assertThat(filter.count(FencingOutcome.ADMITTED)).isEqualTo(1);
		}
	}

	@Test
	void unsignedTokenIsRefusedWhereThereIsASecret() {
		try (ConfigurableApplicationContext context = run(SIGNED)) {
			RestClient stranger = RestClient.create(Client.url(context));
			assertThatExceptionOfType(HttpClientErrorException.Forbidden.class).isThrownBy(() -> stranger.post()
				.uri("/entries")
				.header(FencingTokenHeader.NAME, "999999999999999;group=\"default\"")
				.retrieve()
				.toBodilessEntity());
			Standalone.awaitLeader(context);
			assertThat(new Client(context).rest()).startsWith("default ");
		}
	}

	@Test
	void workSendsTheTokenOfTheGrantUnderWhichItBegan() {
		try (ConfigurableApplicationContext context = run("leader-election.fencing.client.when-not-leading=send",
				"leader-election.drain-timeout=0s")) {
			LeaderElector elector = Standalone.awaitLeader(context);
			long token = elector.leadership().orElseThrow().fencingToken();
			Client client = new Client(context);
			String answer = context.getBean(Jobs.class).run(() -> {
				leadAgain(elector, token);
				return client.rest();
			});
			assertThat(answer).isEqualTo("default " + token);
			assertThat(client.rest()).isNotEqualTo("default " + token);
			assertThatExceptionOfType(HttpClientErrorException.Conflict.class)
				.isThrownBy(() -> client.rest("default", token));
		}
	}

	@Test
	void workOfAnotherGroupWithinItSendsTheTokenUnderWhichTheOuterWorkBegan() {
		try (ConfigurableApplicationContext context = run("leader-election.fencing.client.when-not-leading=send",
				"leader-election.drain-timeout=0s")) {
			LeaderElector elector = Standalone.awaitLeader(context);
			LeaderElector billing = context.getBean("billingLeaderElector", LeaderElector.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(billing::isLeader);
			long token = elector.leadership().orElseThrow().fencingToken();
			Client client = new Client(context);
			Jobs jobs = context.getBean(Jobs.class);
			String answer = jobs.run(() -> {
				leadAgain(elector, token);
				return jobs.bill(client::rest);
			});
			assertThat(answer).isEqualTo("default " + token);
		}
	}

	@Test
	void workThatHasOutlivedItsGrantSendsNothing() {
		try (ConfigurableApplicationContext context = run("leader-election.drain-timeout=0s")) {
			LeaderElector elector = Standalone.awaitLeader(context);
			long token = elector.leadership().orElseThrow().fencingToken();
			Client client = new Client(context);
			context.getBean(Jobs.class).run(() -> {
				leadAgain(elector, token);
				assertThatExceptionOfType(NotLeaderException.class).isThrownBy(client::rest)
					.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.REVOKED));
				assertThatExceptionOfType(NotLeaderException.class).isThrownBy(client::reactive);
				return "";
			});
			assertThat(context.getBean(FencingTokenFilter.class).count(FencingOutcome.ADMITTED)).isZero();
		}
	}

	@Test
	void nodeWithoutAnElectionRefusesToSendOrSendsNoToken() {
		try (ConfigurableApplicationContext context = run("leader-election.enabled=false")) {
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> new Client(context).rest())
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.DISABLED));
		}
		try (ConfigurableApplicationContext context = run("leader-election.enabled=false",
				"leader-election.fencing.client.when-not-leading=send")) {
			assertThat(new Client(context).rest()).isEqualTo("none");
		}
	}

	private static void leadAgain(LeaderElector elector, long token) {
		elector.resign().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> elector.leadership().filter((next) -> next.fencingToken() > token).isPresent());
	}

	private static ConfigurableApplicationContext run(String... properties) {
		SpringApplicationBuilder application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.SERVLET)
			.registerShutdownHook(false)
			.properties("server.port=0", "server.shutdown=immediate", "spring.main.banner-mode=off",
					TestCluster.WITHOUT_SECURITY, "leader-election.lease-duration=1m",
					"leader-election.heartbeat-interval=50ms", "leader-election.groups.billing.priority=1",
					"leader-election.fencing.guard=memory", "leader-election.fencing.filter.enabled=true");
		return application.properties(properties).run();
	}

	/**
	 * Whoever writes to the ledger.
	 */
	private static final class Client {

		private final RestClient restClient;

		private final RestClient plainClient;

		private final WebClient webClient;

		private Client(ConfigurableApplicationContext context) {
			this(context, context.getBean(FencingTokenSender.class));
		}

		private Client(ConfigurableApplicationContext context, FencingTokenSender sender) {
			String url = url(context);
			this.restClient = RestClient.builder()
				.baseUrl(url)
				.requestInterceptor(new FencingTokenInterceptor(sender))
				.build();
			this.plainClient = RestClient.create(url);
			this.webClient = WebClient.builder().baseUrl(url).filter(new FencingTokenExchangeFilter(sender)).build();
		}

		static String url(ConfigurableApplicationContext context) {
			return "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
		}

		String rest() {
			return String
				.valueOf(this.restClient.post().uri("/entries?day={day}", "a b").retrieve().body(String.class));
		}

		String restLater(String kind) {
			return String.valueOf(this.restClient.post().uri("/later/{kind}", kind).retrieve().body(String.class));
		}

		String rest(String group, long token) {
			return String.valueOf(this.plainClient.post()
				.uri("/entries")
				.header(FencingTokenHeader.NAME, new FencingTokenHeader(token, group, null).value())
				.retrieve()
				.body(String.class));
		}

		String reactive() {
			return String.valueOf(this.webClient.post()
				.uri("/entries?day={day}", "a b")
				.retrieve()
				.bodyToMono(String.class)
				.block(Standalone.PATIENCE));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Ledger ledger(FencingGuard guard) {
			return new Ledger(guard);
		}

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

	}

	@RestController
	static class Ledger {

		private final FencingGuard guard;

		Ledger(FencingGuard guard) {
			this.guard = guard;
		}

		@PostMapping("/entries")
		String enter(
				@RequestAttribute(name = FencingTokenFilter.ATTRIBUTE, required = false) FencingTokenHeader header) {
			if (header == null) {
				return "none";
			}
			this.guard.check("ledger", header.token());
			return header.group() + " " + header.token();
		}

		@PostMapping("/later/callable")
		Callable<String> callable(@RequestAttribute(FencingTokenFilter.ATTRIBUTE) FencingTokenHeader header) {
			return () -> enter(header);
		}

		@PostMapping("/later/future")
		CompletableFuture<String> future(@RequestAttribute(FencingTokenFilter.ATTRIBUTE) FencingTokenHeader header) {
			return CompletableFuture.supplyAsync(() -> enter(header));
		}

		@PostMapping("/later/deferred")
		DeferredResult<String> deferred(@RequestAttribute(FencingTokenFilter.ATTRIBUTE) FencingTokenHeader header) {
			DeferredResult<String> later = new DeferredResult<>();
			future(header).whenComplete((entered, failure) -> {
				if (failure != null) {
					later.setErrorResult(failure);
				}
				else {
					later.setResult(entered);
				}
			});
			return later;
		}

	}

	static class Jobs {

		@LeaderOnly
		public String run(Supplier<String> work) {
			return work.get();
		}

		@LeaderOnly("billing")
		public String bill(Supplier<String> work) {
			return work.get();
		}

	}

}
