package io.github.leaderelection.compatibility;

import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every difference that the starter makes in an application with JPA, cache, Security,
 * schedules, DevTools and Actuator: what is not named here is no difference.
 */
class CompatibilityIT {

	private static final String OURS = "io.github.leaderelection.";

	private static final String[] ARGUMENTS = { "--server.port=0", "--spring.main.banner-mode=off",
			"--spring.datasource.url=jdbc:h2:mem:compatible", "--spring.security.user.name=user",
			"--spring.security.user.password=secret" };

	private static Comparison application;

	@BeforeAll
	static void compare() throws Exception {
		application = Comparison.of(ARGUMENTS);
	}

	@Test
	void nothingElseIsDifferent() {
		assertThat(application.sections()).hasSize(17)
			.contains("executors", "filters", "proxies", "servlets", "threads that are no daemons",
					"bean post-processors");
		assertThat(application.differences()).containsExactly("answers", "beans", "conditions", "exception resolvers",
				"handler mappings", "health", "interceptors", "mappings", "properties", "property sources",
				"security filter chains", "servlets");
		assertThat(application.added("servlets")).containsOnlyKeys("leaderElectionObservers");
		assertThat(application.changed("servlets")).isEmpty();
		assertThat(application.with("answers")).hasSizeGreaterThan(40)
			.containsKeys("GET /public/names", "GET /add/a as user", "POST /public/post as user", "GET /error");
	}

	@Test
	void beansAreAddedAndNoneIsReplaced() {
		assertThat(application.changed("beans")).isEmpty();
		assertThat(application.added("beans")).isNotEmpty().allSatisfy((name, type) -> {
			boolean known = type.startsWith(OURS) || name.equals("leaderElectionHandlerMapping")
					|| name.equals("leaderElectionPeersFilterChain") || name.equals("leaderElectionObserverServlet");
			assertThat(known).as(name + " of type " + type).isTrue();
			assertThat(name)
				.matches("[a-z.-]*(leader|election|io\\.github\\.leaderelection).*|electionLifecycle|electionNode");
		});
	}

	@Test
	void noOtherAutoConfigurationComesOrGoes() {
		assertThat(application.changed("conditions")).isEmpty();
		assertThat(application.added("conditions")).allSatisfy((source, matches) -> {
			boolean known = source.startsWith(OURS) || (source.contains(".websocket.") && matches.equals("false"));
			assertThat(known).as(source + " matches: " + matches).isTrue();
		});
	}

	@Test
	void onlyTheEndpointAndThePathOfThePeersAnswerOtherwise() {
		assertThat(application.added("answers")).isEmpty();
		assertThat(application.changed("answers")).containsOnlyKeys("GET /actuator as user",
				"GET /actuator/leader as user", "GET /leader-election", "GET /leader-election as user");
		assertThat(application.with("answers").get("GET /actuator/leader as user")).startsWith("200 ")
			.contains("\"standalone\":true");
		assertThat(application.with("answers").get("GET /actuator/leader")).startsWith("401 ");
		Pattern links = Pattern.compile(",\"leader[a-z-]*\":\\{.*?\"templated\":(true|false)\\}");
		assertThat(links.matcher(application.with("answers").get("GET /actuator as user")).replaceAll(""))
			.isEqualTo(application.without("answers").get("GET /actuator as user"));
	}

	@Test
	void endpointIsMappedAndExposedWhereTheApplicationSetsNoExposure() {
		assertThat(application.changed("mappings")).isEmpty();
		assertThat(application.added("mappings").keySet())
			.allSatisfy((mapping) -> assertThat(mapping).contains("[/actuator/leader"));
		assertThat(application.added("property sources")).containsOnlyKeys("leaderElectionDefaultExposure");
		assertThat(application.changed("properties"))
			.isEqualTo(Map.of("management.endpoints.web.exposure.include", "null"));
		assertThat(application.with("properties")).containsEntry("management.endpoints.web.exposure.include",
				"health,leader");
	}

	@Test
	void chainsOfSecurityAreAsTheyWereBehindOneThatLeavesOutThePathOfThePeers() {
		String peers = "Or [PathPattern [GET /leader-election], PathPattern [POST /leader-election/observers]]";
		String order = application.without("security filter chains").get("in their order");
		assertThat(application.with("security filter chains").get("in their order")).isEqualTo(peers + "\n" + order);
		assertThat(application.changed("security filter chains")).containsOnlyKeys("in their order");
		assertThat(application.added("security filter chains")).isEqualTo(Map.of(peers, "[]"));
	}

	@Test
	void oneHealthIndicatorIsAddedAndToNoGroup() {
		assertThat(application.changed("health")).isEmpty();
		assertThat(application.added("health")).isEqualTo(Map.of("leader", "[primary]"));
		assertThat(application.without("health")).containsEntry("readinessState", "[primary, readiness]");
	}

	@Test
	void requestsPassOneMoreInterceptorBehindAllOthers() {
		String before = application.without("interceptors").get("of a handler");
		assertThat(application.with("interceptors").get("of a handler"))
			.isEqualTo(before.substring(0, before.length() - 1) + ", " + OURS + "internal.forward.ForwardInterceptor]");
		assertThat(application.changed("handler mappings")).isEmpty();
		assertThat(application.added("handler mappings")).containsOnlyKeys("leaderElectionHandlerMapping");
		assertThat(application.changed("exception resolvers")).isEmpty();
		assertThat(application.added("exception resolvers")).containsOnlyKeys("leaderForwardBrokenAnswerResolver");
	}

	@Test
	void whereTheElectionIsDisabledNoAnswerDiffers() throws Exception {
		Comparison disabled = Comparison.of(append("--leader-election.enabled=false",
				"--management.endpoints.web.exposure.include=health,info,conditions"));
		assertThat(disabled.differences()).containsExactly("beans", "conditions", "exception resolvers", "interceptors",
				"property sources");
		assertThat(disabled.changed("beans")).isEmpty();
		assertThat(disabled.changed("conditions")).isEmpty();
	}

	private static String[] append(String... more) {
		String[] all = new String[ARGUMENTS.length + more.length];
		System.arraycopy(ARGUMENTS, 0, all, 0, ARGUMENTS.length);
		System.arraycopy(more, 0, all, ARGUMENTS.length, more.length);
		return all;
	}

}
