package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.WebApplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderPageEndpoint} over HTTP.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderPageWebTests {

	private static final String PAGE = "/actuator/leaderpage";

	private static final String EXPOSED = "management.endpoints.web.exposure.include=health,leader,leaderpage";

	private static final long MOST_BYTES = 83 * 1024;

	private static WebApplication run(WebApplicationType type, String... more) {
		return WebApplication.run(type, Application.class,
				Stream
					.concat(Stream.of("leader-election.standalone=true", "leader-election.node-id=a"), Stream.of(more))
					.toArray(String[]::new));
	}

	private static HttpResponse<Stream<String>> open(WebApplication application, String path) throws Exception {
		URI uri = URI.create(
				"http://localhost:" + application.context().getEnvironment().getProperty("local.server.port") + path);
		return HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(uri).header("Accept", "text/event-stream").build(),
					HttpResponse.BodyHandlers.ofLines());
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void pageItsFilesAndItsStateAreServed(WebApplicationType type) {
		try (WebApplication application = run(type, EXPOSED)) {
			HttpResponse<String> page = application.get(PAGE);
			assertThat(page.statusCode()).isEqualTo(200);
			assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
			assertThat(page.body()).contains("src=\"leaderpage/page.js\"", "default-src 'self'")
				.doesNotContain("{last}");
			assertThat(application.get(PAGE + "/page.js").headers().firstValue("Content-Type"))
				.hasValue("text/javascript;charset=UTF-8");
			assertThat(application.get(PAGE + "/page.css").headers().firstValue("Content-Type"))
				.hasValue("text/css;charset=UTF-8");
			assertThat(application.get(PAGE + "/other.js").statusCode()).isEqualTo(404);
			assertThat(application.get(PAGE + "/..%2Fspring.js").statusCode()).isGreaterThanOrEqualTo(400);
			HttpResponse<String> state = application.get(PAGE + "/state");
			assertThat(state.headers().firstValue("Content-Type"))
				.hasValueSatisfying((value) -> assertThat(value).startsWith("application/json"));
			assertThat(JsonPath.<String>read(state.body(), "$.view.node")).isEqualTo("a");
			assertThat(JsonPath.<Boolean>read(state.body(), "$.acts")).isFalse();
			assertThat(JsonPath.<Boolean>read(state.body(), "$.traces")).isFalse();
			assertThat(JsonPath.<String>read(state.body(), "$.leader")).isEqualTo("leader");
			assertThat(application.get(PAGE + "/csrf").body()).isEqualTo("{\"header\":null,\"token\":null}");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void openPagesHearOfTheStateUntilTheApplicationStops(WebApplicationType type, CapturedOutput output)
			throws Exception {
		WebApplication application = run(type, EXPOSED, "server.shutdown=graceful",
				"management.endpoint.leader.show-details=always", "management.endpoint.leader.access=unrestricted");
		HttpResponse<Stream<String>> response = open(application, PAGE + "/live");
		assertThat(response.headers().firstValue("Content-Type"))
			.hasValueSatisfying((value) -> assertThat(value).startsWith("text/event-stream"));
		Iterator<String> lines = response.body().filter((line) -> line.startsWith("data:")).iterator();
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> application.context().getBean(LeaderElector.class).isLeader());
		String data = lines.next();
		while (!data.contains("\"leading\":true")) {
			data = lines.next();
		}
		assertThat(data).contains("\"acts\":true", "\"traces\":true");
		application.close();
		while (lines.hasNext()) {
			lines.next();
		}
		assertThat(output).contains("Graceful shutdown complete").doesNotContain("Graceful shutdown aborted");
	}

	@Test
	void servletsStreamToSoManyPagesAndEndTheirThreadsWithTheLastOne() throws Exception {
		try (WebApplication application = run(WebApplicationType.SERVLET, EXPOSED)) {
			assertThat(writers()).isEmpty();
			List<HttpResponse<Stream<String>>> open = new ArrayList<>();
			for (int page = 0; page < EventStreams.MOST_STREAMS; page++) {
				open.add(open(application, PAGE + "/live"));
				assertThat(open.get(page).statusCode()).isEqualTo(200);
			}
			assertThat(writers()).isNotEmpty();
			assertThat(open(application, PAGE + "/live").statusCode()).isEqualTo(503);
			open.forEach((page) -> page.body().close());
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(writers()).isEmpty());
			assertThat(open(application, PAGE + "/live").statusCode()).isEqualTo(200);
		}
	}

	/**
	 * A write that nobody reads holds the stream until the container gives up after a
	 * minute.
	 */
	@Test
	void aBrowserThatDoesNotReadDelaysNoOtherAndNotTheStop() throws Exception {
		WebApplication application = WebApplication.run(WebApplicationType.SERVLET, LargeApplication.class, EXPOSED,
				"leader-election.standalone=true", "leader-election.node-id=a");
		int port = Integer.parseInt(application.context().getEnvironment().getRequiredProperty("local.server.port"));
		CountDownLatch written = application.context().getBean(Large.class).written;
		try (Socket browser = new Socket("localhost", port)) {
			browser.getOutputStream().write("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
			assertThat(written.await(Standalone.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			assertThat(open(application, PAGE + "/live").body().filter((line) -> line.startsWith("data:")).limit(2))
				.hasSize(2);
			assertThat(CompletableFuture.runAsync(application::close)).succeedsWithin(Duration.ofSeconds(30));
		}
	}

	@Test
	void aReactiveServerStreamsToSoManyPages() throws Exception {
		try (WebApplication application = run(WebApplicationType.REACTIVE, EXPOSED)) {
			List<HttpResponse<Stream<String>>> open = new ArrayList<>();
			for (int page = 0; page < EventStreams.MOST_STREAMS; page++) {
				open.add(open(application, PAGE + "/live"));
			}
			assertThat(open).allSatisfy((page) -> assertThat(page.body().findFirst()).isPresent());
			assertThat(open(application, PAGE + "/live").body()).isEmpty();
		}
	}

	private static List<String> writers() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("leader-page-"))
			.toList();
	}

	@Test
	void filesOfThePageAreSmallTogether() throws IOException {
		long bytes = 0;
		Resource[] files = new PathMatchingResourcePatternResolver()
			.getResources("classpath:META-INF/leader-election-page/*");
		assertThat(files).hasSizeGreaterThan(3);
		for (Resource file : files) {
			bytes += file.contentLength();
		}
		assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void byDefaultNothingIsReachable(WebApplicationType type) {
		try (WebApplication application = run(type)) {
			assertThat(application.get("/actuator/leader").statusCode()).isEqualTo(200);
			for (String path : List.of("", "/page.js", "/state", "/live", "/csrf")) {
				assertThat(application.get(PAGE + path).statusCode()).as(path).isEqualTo(404);
			}
		}
	}

	@Test
	void withoutTheEndpointThatItShowsTheLogNamesTheRemedy(CapturedOutput output) {
		try (WebApplication application = run(WebApplicationType.SERVLET,
				"management.endpoints.web.exposure.include=leaderpage")) {
			assertThat(application.get(PAGE).statusCode()).isEqualTo(404);
			assertThat(output).contains("add leader to management.endpoints.web.exposure.include");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void mappedPathsAreWrittenIntoThePage(WebApplicationType type) {
		try (WebApplication application = run(type, EXPOSED, "management.endpoints.web.base-path=/ops",
				"management.endpoints.web.path-mapping.leaderpage=who/leads",
				"management.endpoints.web.path-mapping.leader=elections")) {
			assertThat(application.get("/ops/who/leads").body()).contains("src=\"leads/page.js\"",
					"content=\"who/leads\"");
			assertThat(application.get("/ops/who/leads/page.js").statusCode()).isEqualTo(200);
			assertThat(JsonPath.<String>read(application.get("/ops/who/leads/state").body(), "$.leader"))
				.isEqualTo("elections");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void pageIsServedOnTheManagementPort(WebApplicationType type) {
		try (WebApplication application = run(type, EXPOSED, "management.server.port=0",
				"spring.main.allow-bean-definition-overriding=true")) {
			assertThat(application.getFromManagementPort(PAGE + "/state").statusCode()).isEqualTo(200);
			assertThat(application.getFromManagementPort(PAGE + "/page.js").statusCode()).isEqualTo(200);
			assertThat(application.get(PAGE).statusCode()).isEqualTo(404);
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Large.class)
	static class LargeApplication {

	}

	@RestController
	static class Large {

		private final ServletEventStreams streams;

		private final CountDownLatch written = new CountDownLatch(1);

		Large(ServletEventStreams streams) {
			this.streams = streams;
		}

		@GetMapping("/large")
		Object large() {
			return this.streams.open(() -> {
				this.written.countDown();
				return "x".repeat(1 << 24);
			});
		}

	}

}
