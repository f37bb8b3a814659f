package io.github.leaderelection.internal.actuate;

import java.net.http.HttpResponse;
import java.util.Optional;

import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Another module adds a part below a group.
 */
class LeaderEndpointPartTests {

	private static final String ALONE = "leader-election.standalone=true";

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void aPartIsReadBelowItsGroupAndHearsWhetherDetailsAreShown(WebApplicationType type) {
		try (WebApplication application = WebApplication.run(type, Application.class, ALONE)) {
			HttpResponse<String> response = application.get("/actuator/leader/default/things");
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.headers().firstValue("Content-Type"))
				.hasValueSatisfying((contentType) -> assertThat(contentType).startsWith("application/json"));
			assertThat(response.body()).isEqualTo("{\"group\":\"default\",\"detailed\":false}");
			assertThat(application.get("/actuator/leader/other/things").statusCode()).isEqualTo(404);
			assertThat(application.get("/actuator/leader/default/others").statusCode()).isEqualTo(404);
			assertThat(application.get("/actuator/leader/default/things-trace").statusCode()).isEqualTo(403);
			assertThat(application.get("/actuator/leader").body()).contains("\"default\":{\"algorithm\"");
			assertThat(application.post("/actuator/leader/default/things", "{\"action\":\"move\"}").statusCode())
				.isIn(404, 405);
		}
	}

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void aPartTakesRequestsWhereTheEndpointDoes(WebApplicationType type) {
		try (WebApplication application = WebApplication.run(type, Application.class, ALONE,
				"management.endpoint.leader.access=unrestricted", "management.endpoint.leader.show-details=always")) {
			HttpResponse<String> response = application.post("/actuator/leader/default/things",
					"{\"action\":\"move\",\"assignment\":\"orders\",\"partition\":\"p1\",\"to\":\"b\"}");
			assertThat(response.statusCode()).isEqualTo(409);
			assertThat(response.body()).isEqualTo("{\"group\":\"default\",\"action\":\"move\",\"outcome\":\"REFUSED\","
					+ "\"message\":\"orders p1 b\",\"node\":\"a\"}");
			assertThat(application.post("/actuator/leader/default/others", "{\"action\":\"move\"}").statusCode())
				.isEqualTo(404);
			assertThat(application.get("/actuator/leader/default/things").body()).contains("\"detailed\":true");
			assertThat(application.get("/actuator/leader/default/things-trace").body()).isEqualTo("trace of default");
			assertThat(application.get("/actuator/leader/other/things-trace").statusCode()).isEqualTo(404);
			assertThat(application.get("/actuator/leader/default/others-trace").statusCode()).isEqualTo(404);
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		LeaderEndpoint.Part part() {
			return new Things();
		}

	}

	private static final class Things implements LeaderEndpoint.Part {

		@Override
		public String name() {
			return "things";
		}

		@Override
		public @Nullable Object read(String group, boolean detailed) {
			return "default".equals(group) ? new Thing(group, detailed) : null;
		}

		@Override
		public Optional<String> trace(String group) {
			return Optional.of("trace of " + group).filter((text) -> "default".equals(group));
		}

		@Override
		public RequestDescriptor request(String group, @Nullable String action, @Nullable String assignment,
				@Nullable String partition, @Nullable String to) {
			return new RequestDescriptor(group, action, Outcome.REFUSED, assignment + " " + partition + " " + to, "a");
		}

	}

	private record Thing(String group, boolean detailed) implements OperationResponseBody {
	}

}
