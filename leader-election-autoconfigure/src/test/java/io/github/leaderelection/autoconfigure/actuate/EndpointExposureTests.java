package io.github.leaderelection.autoconfigure.actuate;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.actuate.StubElector;
import io.github.leaderelection.internal.actuate.StubNode;
import io.github.leaderelection.internal.actuate.WebApplication;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.PropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class EndpointExposureTests {

	@Test
	void theEndpointIsReadableInAnApplicationThatSaysNothing() {
		try (WebApplication application = WebApplication.run(Application.class)) {
			assertStatus(application, "health", 200);
			assertStatus(application, "leader", 200);
			assertStatus(application, "leader/default", 200);
			assertStatus(application, "info", 404);
		}
	}

	@Test
	void theEndpointIsReadableOnASeparateManagementPort() {
		try (WebApplication application = WebApplication.run(Application.class, "management.server.port=0")) {
			assertThat(application.getFromManagementPort("/actuator/leader").statusCode()).isEqualTo(200);
			assertThat(application.getFromManagementPort("/actuator/leader/default").statusCode()).isEqualTo(200);
			assertThat(application.getFromManagementPort("/actuator/health").statusCode()).isEqualTo(200);
			assertThat(application.getFromManagementPort("/actuator/info").statusCode()).isEqualTo(404);
			assertStatus(application, "leader", 404);
		}
	}

	@Test
	void whatTheUserIncludesIsAllThereIs() {
		try (WebApplication application = WebApplication.run(Application.class,
				"management.endpoints.web.exposure.include=info")) {
			assertStatus(application, "info", 200);
			assertStatus(application, "health", 404);
			assertStatus(application, "leader", 404);
		}
	}

	@Test
	void aPropertySourceThatComesLateCounts() {
		try (WebApplication application = WebApplication.run(LateApplication.class)) {
			assertStatus(application, "info", 200);
			assertStatus(application, "leader", 404);
		}
	}

	@Test
	void theEndpointIsGoneWithoutAccess() {
		try (WebApplication application = WebApplication.run(Application.class,
				"management.endpoint.leader.access=none")) {
			assertStatus(application, "leader", 404);
			assertStatus(application, "health", 200);
		}
	}

	private static void assertStatus(WebApplication application, String endpoint, int status) {
		assertThat(application.get("/actuator/" + endpoint).statusCode()).as(endpoint).isEqualTo(status);
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		ElectionNode electionNode() {
			return new StubNode(new StubElector(Statuses.following("default")));
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@PropertySource("classpath:exposure.properties")
	static class LateApplication extends Application {

	}

}
