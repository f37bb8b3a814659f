package io.github.leaderelection.internal.page;

import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;

import com.jayway.jsonpath.JsonPath;
import io.github.leaderelection.internal.actuate.WebApplication;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
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
 * Spring Security with tokens against forged requests keeps the page to callers with a
 * role.
 */
class SecuredPageTests {

	private static final String PAGE = "/actuator/leaderpage";

	private static final String GROUP = "/actuator/leader/default";

	@Test
	void rolesAndTokensDecideOnServlets() throws Exception {
		assertThatRolesAndTokensDecide(WebApplicationType.SERVLET, ServletApplication.class);
	}

	@Test
	void rolesAndTokensDecideOnWebFlux() throws Exception {
		assertThatRolesAndTokensDecide(WebApplicationType.REACTIVE, ReactiveApplication.class);
	}

	private static void assertThatRolesAndTokensDecide(WebApplicationType type, Class<?> configuration)
			throws Exception {
		try (WebApplication application = WebApplication.runSecured(type, configuration,
				"management.endpoints.web.exposure.include=leader,leaderpage",
				"management.endpoint.leader.access=unrestricted", "leader-election.standalone=true",
				"leader-election.node-id=a", "management.endpoint.leader.show-details=when-authorized",
				"management.endpoint.leader.roles=OPERATOR")) {
			for (String path : new String[] { "", "/page.js", "/state", "/live", "/csrf" }) {
				assertThat(application.get(PAGE + path).statusCode()).as(path).isEqualTo(401);
			}
			Browser monitoring = new Browser(application, "monitoring");
			assertThat(monitoring.get(PAGE).statusCode()).isEqualTo(200);
			assertThat(JsonPath.<Boolean>read(monitoring.get(PAGE + "/state").body(), "$.traces")).isFalse();
			assertThat(monitoring.pause(true).statusCode()).isEqualTo(403);
			Browser operator = new Browser(application, "operator");
			assertThat(JsonPath.<Boolean>read(operator.get(PAGE + "/state").body(), "$.traces")).isTrue();
			assertThat(operator.pause(false).statusCode()).as("without a token").isEqualTo(403);
			assertThat(operator.pause(true).statusCode()).isEqualTo(200);
		}
	}

	private static UserDetails[] users() {
		return new UserDetails[] { user("operator"), user("monitoring") };
	}

	private static UserDetails user(String name) {
		return User.withUsername(name).password("{noop}" + name).roles(name.toUpperCase()).build();
	}

	/** A client that keeps cookies, and asks for a token as the page does. */
	private static final class Browser {

		private final HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

		private final WebApplication application;

		private final String user;

		private Browser(WebApplication application, String user) {
			this.application = application;
			this.user = user;
		}

		HttpResponse<String> get(String path) throws Exception {
			return send(path, HttpRequest.newBuilder());
		}

		HttpResponse<String> pause(boolean withToken) throws Exception {
			HttpRequest.Builder request = HttpRequest.newBuilder()
				.header("Content-Type", "application/json")
				.POST(HttpRequest.BodyPublishers.ofString("{\"action\":\"pause\"}"));
			if (withToken) {
				String token = get(PAGE + "/csrf").body();
				request.header(JsonPath.read(token, "$.header"), JsonPath.read(token, "$.token"));
			}
			return send(GROUP, request);
		}

		private HttpResponse<String> send(String path, HttpRequest.Builder request) throws Exception {
			String credentials = this.user + ':' + this.user;
			String port = this.application.context().getEnvironment().getRequiredProperty("local.server.port");
			return this.client.send(request.uri(URI.create("http://localhost:" + port + path))
				.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()))
				.build(), HttpResponse.BodyHandlers.ofString());
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ServletApplication {

		@Bean
		SecurityFilterChain endpoints(HttpSecurity http) throws Exception {
			return http.securityMatcher(EndpointRequest.toAnyEndpoint())
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.POST)
					.hasRole("OPERATOR")
					.anyRequest()
					.hasAnyRole("OPERATOR", "MONITORING"))
				.httpBasic(Customizer.withDefaults())
				.build();
		}

		@Bean
		InMemoryUserDetailsManager users() {
			return new InMemoryUserDetailsManager(SecuredPageTests.users());
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ReactiveApplication {

		@Bean
		SecurityWebFilterChain endpoints(ServerHttpSecurity http) {
			return http
				.securityMatcher(org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest
					.toAnyEndpoint())
				.authorizeExchange((requests) -> requests.pathMatchers(HttpMethod.POST)
					.hasRole("OPERATOR")
					.anyExchange()
					.hasAnyRole("OPERATOR", "MONITORING"))
				.httpBasic(Customizer.withDefaults())
				.build();
		}

		@Bean
		MapReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(SecuredPageTests.users());
		}

	}

}
