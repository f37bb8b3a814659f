package io.github.leaderelection.fencing.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.actuate.StubElector;
import io.github.leaderelection.internal.actuate.StubNode;
import io.github.leaderelection.internal.actuate.WebApplication;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A filter that requires tokens of whoever writes leaves operators to the endpoint.
 */
class FencedManagementTests {

	private static final String RESIGN = "{\"action\":\"resign\"}";

	/**
	 * This class path has two servers for WebFlux, and Boot makes one of management for
	 * each.
	 */
	private static final String ONE_SERVER = "spring.autoconfigure.exclude=org.springframework.boot.tomcat"
			+ ".autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration";

	private static final StubElector elector = new StubElector(Statuses.leading("default"));

	static Stream<List<String>> placesOfTheEndpoint() {
		return Stream.of(List.of("/actuator/leader/default"),
				List.of("/manage/leader/default", "management.endpoints.web.base-path=/manage"),
				List.of("/leader/default", "management.endpoints.web.base-path=/"),
				List.of("/shop/actuator/leader/default", "server.servlet.context-path=/shop",
						"spring.webflux.base-path=/shop"),
				List.of("/ops/actuator/leader/default", "management.server.port=0", "management.server.base-path=/ops",
						ONE_SERVER));
	}

	@ParameterizedTest
	@MethodSource("placesOfTheEndpoint")
	void operatorsNeedNoTokenAndOthersDo(List<String> place) {
		elector.answers(CompletableFuture.completedStage(null));
		String path = place.get(0);
		List<String> settings = place.subList(1, place.size());
		for (WebApplicationType type : List.of(WebApplicationType.SERVLET, WebApplicationType.REACTIVE)) {
			String[] properties = Stream.concat(settings.stream(),
					Stream.of("leader-election.fencing.filter.enabled=true",
							"leader-election.fencing.filter.required=true",
							"management.endpoint.leader.access=unrestricted"))
				.toArray(String[]::new);
			try (WebApplication application = WebApplication.run(type, Application.class, properties)) {
				boolean isApart = settings.contains("management.server.port=0");
				assertThat((isApart ? application.postToManagementPort(path, RESIGN) : application.post(path, RESIGN))
					.statusCode()).as("%s %s", type, place).isEqualTo(200);
				String root = path.startsWith("/shop") ? "/shop" : "";
				for (String other : List.of("/orders", "/actuators/leader/default", "/actuator/leader/..;/orders")) {
					assertThat(application.post(root + other, RESIGN).statusCode()).as("%s %s", type, other)
						.isIn(428, 400);
				}
			}
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
