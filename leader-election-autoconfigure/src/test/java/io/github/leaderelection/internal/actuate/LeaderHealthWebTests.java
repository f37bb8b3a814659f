package io.github.leaderelection.internal.actuate;

import java.net.http.HttpResponse;
import java.time.Duration;

import io.github.leaderelection.ElectionNode;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderHealthWebTests {

	private static final StubElector elector = new StubElector(Statuses.following("default"));

	@Test
	void onlyAnElectorThatCannotGoOnIsShownAsUnhealthyAndNeverAsNotReady() {
		try (WebApplication application = WebApplication.run(Application.class,
				"management.endpoint.health.show-details=always")) {
			HttpResponse<String> up = application.get("/actuator/health/leader");
			assertThat(up.statusCode()).isEqualTo(200);
			assertThat(up.body())
				.isEqualTo("{\"details\":{\"role\":\"FOLLOWER\",\"leader\":\"b\",\"term\":42},\"status\":\"UP\"}");
			elector.shows(Statuses.leaderless("default", Duration.ofDays(1)));
			assertThat(application.get("/actuator/health/leader").body()).contains("UP").contains("leaderlessFor");
			assertReady(application);
			elector.shows(Statuses.failed("default"));
			HttpResponse<String> down = application.get("/actuator/health/leader");
			assertThat(down.statusCode()).isEqualTo(503);
			assertThat(down.body()).contains("DOWN").contains("the loop is dead");
			assertReady(application);
		}
	}

	private static void assertReady(WebApplication application) {
		for (String group : new String[] { "readiness", "liveness" }) {
			HttpResponse<String> response = application.get("/actuator/health/" + group);
			assertThat(response.statusCode()).as(group).isEqualTo(200);
			assertThat(response.body()).as(group).doesNotContain("leader");
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		ElectionNode electionNode() {
			return new StubNode(elector);
		}

	}

}
