package io.github.leaderelection.internal.actuate;

import java.net.http.HttpResponse;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A real node that leads alone gives out its trace.
 */
class LeaderTraceWebTests {

	private static final String[] ALONE = { "leader-election.standalone=true", "leader-election.node-id=a",
			"leader-election.heartbeat-interval=20ms", "leader-election.lease-duration=200ms",
			"management.endpoint.leader.show-details=always" };

	@Test
	void aTraceIsDownloadedAsAFileAndNothingElseBelowAGroup() {
		try (WebApplication application = WebApplication.run(Application.class, ALONE)) {
			HttpResponse<String> response = application.get("/actuator/leader/default/trace");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.headers().firstValue("Content-Type"))
				.hasValueSatisfying((type) -> assertThat(type).startsWith("text/plain"));
			assertThat(response.headers().firstValue("Content-Disposition"))
				.hasValueSatisfying((disposition) -> assertThat(disposition)
					.matches("attachment; filename=\"leader-default-a-\\d{8}T\\d{6}Z\\.trace\""));
			assertThat(response.body()).startsWith("leader-election-trace 1\nHeading(algorithm=\"quorum\"")
				.contains("\n0 Started(");
			assertThat(application.get("/actuator/leader/other/trace").statusCode()).isEqualTo(404);
			assertThat(application.get("/actuator/leader/default/secret").statusCode()).isEqualTo(404);
		}
	}

	@Test
	void aTraceIsPlainTextUnderWebFlux() {
		try (WebApplication application = WebApplication.run(WebApplicationType.REACTIVE, Application.class, ALONE)) {
			HttpResponse<String> response = application.get("/actuator/leader/default/trace");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).startsWith("leader-election-trace 1\nHeading(algorithm=\"quorum\"");
			assertThat(application.get("/actuator/leader/other/trace").statusCode()).isEqualTo(404);
			assertThat(application.get("/actuator/leader/default?check=leader").statusCode()).isIn(200, 503);
			assertThat(application.get("/actuator/leader/default?check=other").statusCode()).isEqualTo(400);
			assertThat(application.post("/actuator/leader/other", "{\"action\":\"resign\"}").statusCode()).isIn(404,
					405);
		}
	}

	@Test
	void aTraceIsForCallersThatMaySeeDetails() {
		for (WebApplicationType type : new WebApplicationType[] { WebApplicationType.SERVLET,
				WebApplicationType.REACTIVE }) {
			try (WebApplication application = WebApplication.run(type, Application.class,
					"leader-election.standalone=true")) {
				HttpResponse<String> response = application.get("/actuator/leader/default/trace");
				assertThat(response.statusCode()).isEqualTo(403);
				assertThat(response.body()).contains("management.endpoint.leader.show-details=always")
					.doesNotContain("leader-election-trace");
			}
		}
	}

	@Test
	void theFileIsNamedForGroupNodeAndTime() {
		assertThat(TraceDownload.fileName("default", "host-a:8080", Instant.parse("2026-01-02T03:04:05.678Z")))
			.isEqualTo("leader-default-host-a_8080-20260102T030405Z.trace");
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
