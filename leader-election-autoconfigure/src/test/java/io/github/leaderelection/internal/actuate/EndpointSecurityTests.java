package io.github.leaderelection.internal.actuate;

import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.ElectionNode;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The chains that the guide shows keep the endpoints to those who may use them.
 */
class EndpointSecurityTests {

	private static final String LEADER = "/actuator/leader";

	private static final String GROUP = LEADER + "/default";

	private static final String RESIGN = "{\"action\":\"resign\"}";

	@Test
	void operatorsMoveLeadershipAndOthersMayOnlyLookOnServlets() {
		assertThatRolesDecide(WebApplicationType.SERVLET, ServletApplication.class);
	}

	@Test
	void operatorsMoveLeadershipAndOthersMayOnlyLookOnWebFlux() {
		assertThatRolesDecide(WebApplicationType.REACTIVE, ReactiveApplication.class);
	}

	private static void assertThatRolesDecide(WebApplicationType type, Class<?> configuration) {
		try (WebApplication application = WebApplication.runSecured(type, configuration,
				"management.endpoint.leader.access=unrestricted",
				"management.endpoint.leader.show-details=when-authorized",
				"management.endpoint.leader.roles=OPERATOR")) {
			assertThat(application.get("/actuator/health").statusCode()).isEqualTo(200);
			assertThat(application.get(LEADER).statusCode()).isEqualTo(401);
			assertThat(application.get(GROUP + "?check=leader").statusCode()).isEqualTo(401);
			assertThat(application.post(GROUP, RESIGN).statusCode()).isEqualTo(401);
			WebApplication monitoring = application.as("monitoring");
			assertThat(monitoring.get(LEADER).statusCode()).isEqualTo(200);
			assertThat(monitoring.get(LEADER).body()).doesNotContain("http://host-");
			assertThat(monitoring.get(GROUP + "/trace").statusCode()).isEqualTo(403);
			assertThat(monitoring.post(GROUP, RESIGN).statusCode()).isEqualTo(403);
			WebApplication operator = application.as("operator");
			assertThat(operator.get(LEADER).statusCode()).isEqualTo(200);
			assertThat(operator.get(LEADER).body()).contains("http://host-a:8080");
			assertThat(operator.get(GROUP + "/trace").statusCode()).as("a stub has none").isEqualTo(404);
			assertThat(operator.post(GROUP, RESIGN).statusCode()).isEqualTo(200);
			assertThat(application.context().getBean(AuditEventRepository.class).find(null, null, RequestAudit.TYPE))
				.singleElement()
				.satisfies((event) -> assertThat(event.getPrincipal()).isEqualTo("operator"))
				.satisfies((event) -> assertThat(event.getData())
					.hasToString("{group=default, action=resign, outcome=DONE}"));
		}
	}

	private static UserDetails[] users() {
		return new UserDetails[] { user("operator"), user("monitoring") };
	}

	private static UserDetails user(String name) {
		return User.withUsername(name).password("{noop}" + name).roles(name.toUpperCase()).build();
	}

	@Configuration(proxyBeanMethods = false)
	static class Node {

		@Bean
		ElectionNode node() {
			return new StubNode(
					new StubElector(Statuses.leading("default")).answers(CompletableFuture.completedStage(null)));
		}

		@Bean
		AuditEventRepository audit() {
			return new InMemoryAuditEventRepository();
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Node.class)
	static class ServletApplication {

		@Bean
		@Order(1)
		SecurityFilterChain endpoints(HttpSecurity http) throws Exception {
			return http.securityMatcher(EndpointRequest.toAnyEndpoint())
				.authorizeHttpRequests((requests) -> requests.requestMatchers(EndpointRequest.to(HealthEndpoint.class))
					.permitAll()
					.requestMatchers(HttpMethod.POST)
					.hasRole("OPERATOR")
					.anyRequest()
					.hasAnyRole("OPERATOR", "MONITORING"))
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

		@Bean
		InMemoryUserDetailsManager users() {
			return new InMemoryUserDetailsManager(EndpointSecurityTests.users());
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Node.class)
	static class ReactiveApplication {

		@Bean
		@Order(1)
		SecurityWebFilterChain endpoints(ServerHttpSecurity http) {
			return http
				.securityMatcher(org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest
					.toAnyEndpoint())
				.authorizeExchange((requests) -> requests
					.matchers(org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest
						.to(HealthEndpoint.class))
					.permitAll()
					.pathMatchers(HttpMethod.POST)
					.hasRole("OPERATOR")
					.anyExchange()
					.hasAnyRole("OPERATOR", "MONITORING"))
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

		@Bean
		MapReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(EndpointSecurityTests.users());
		}

	}

}
