package io.github.leaderelection.internal.actuate;

import java.net.http.HttpResponse;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.spring.LeaderOnly;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class StandaloneNodeWebTests {

	private static final JsonMapper json = JsonMapper.shared();

	private static WebApplication application;

	@BeforeAll
	static void run() {
		application = WebApplication.run(Application.class, "leader-election.standalone=true",
				"leader-election.node-id=a", "leader-election.groups.jobs.priority=2",
				"leader-election.lease-duration=1m", "leader-election.heartbeat-interval=100ms",
				"management.endpoint.leader.access=unrestricted", "management.endpoint.health.show-details=always",
				"management.endpoints.web.exposure.include=*");
	}

	@AfterAll
	static void close() {
		application.close();
	}

	@BeforeEach
	void awaitLeadership() {
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector().isLeader());
	}

	@Test
	void aNodeAloneShowsThatItLeads() {
		JsonNode node = read("/actuator/leader");
		assertThat(node.get("node").stringValue()).isEqualTo("a");
		assertThat(node.get("standalone").booleanValue()).isTrue();
		assertThat(node.get("groups").propertyNames()).containsExactly("default", "jobs");
		JsonNode group = node.get("groups").get("default");
		assertThat(group.get("role").stringValue()).isEqualTo("LEADER");
		assertThat(group.get("leader").get("id").stringValue()).isEqualTo("a");
		assertThat(group.get("leaseRemaining").stringValue()).startsWith("PT");
		assertThat(group.get("members")).isEmpty();
		assertThat(node.get("refusals")).isEmpty();
		assertThat(node.get("crashDetection").get("on").booleanValue()).isFalse();
		assertThat(node.get("crashDetection").get("members")).isEmpty();
	}

	@Test
	void aNodeAloneCanBeAskedToResign() {
		double before = metric("transitions?tag=group:default&tag=reason:RESIGNED");
		HttpResponse<String> response = application.post("/actuator/leader/default", "{\"action\":\"resign\"}");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(json.readTree(response.body()).get("outcome").stringValue()).isEqualTo("DONE");
		JsonNode history = read("/actuator/leader/default").get("history");
		assertThat(history.values())
			.anySatisfy((reign) -> assertThat(reign.get("reason").stringValue(null)).isEqualTo("RESIGNED"));
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> metric("transitions?tag=group:default&tag=reason:RESIGNED") == before + 1);
	}

	@Test
	void aNodeAloneHasNobodyToHandLeadershipTo() {
		HttpResponse<String> response = application.post("/actuator/leader/default",
				"{\"action\":\"transfer\",\"to\":\"b\"}");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(json.readTree(response.body()).get("message").stringValue())
			.isEqualTo("'b' is not another member of group 'default': this node knows of no other");
		assertThat(elector().isLeader()).isTrue();
	}

	@Test
	void healthInformationAndMetersAgree() {
		JsonNode health = read("/actuator/health/leader");
		assertThat(health.get("status").stringValue()).isEqualTo("UP");
		assertThat(health.get("details").get("leader").stringValue()).isEqualTo("a");
		assertThat(health.get("details").get("groups").get("jobs").get("status").stringValue()).isEqualTo("UP");
		assertThat(read("/actuator/info").get("leader").get("groups").get("default").get("leading").booleanValue())
			.isTrue();
		assertThat(metric("leading?tag=group:default")).isEqualTo(1);
		assertThat(metric("elections?tag=group:default&tag=outcome:WON")).isPositive();
		assertThat(metric("lease.remaining?tag=group:default")).isPositive();
		assertThat(metric("conflicts")).isZero();
	}

	@Test
	void callsOfLeaderOnlyMethodsAreCounted() {
		double before = metric("gate?tag=group:default&tag=outcome:ADMITTED");
		application.context().getBean(Job.class).run();
		assertThat(metric("gate?tag=group:default&tag=outcome:ADMITTED")).isEqualTo(before + 1);
		assertThat(metric("gate?tag=group:jobs")).isZero();
	}

	@Test
	void theDefaultOfTheExposureDoesNotDisturbTheListOfProperties() {
		assertThat(application.get("/actuator/env").statusCode()).isEqualTo(200);
		assertThat(application.get("/actuator/configprops").statusCode()).isEqualTo(200);
	}

	private static LeaderElector elector() {
		return application.context().getBean(LeaderElector.class);
	}

	private static double metric(String query) {
		return read("/actuator/metrics/leader.election." + query).get("measurements").get(0).get("value").doubleValue();
	}

	private static JsonNode read(String path) {
		HttpResponse<String> response = application.get(path);
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		return json.readTree(response.body());
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Job job() {
			return new Job();
		}

	}

	static class Job {

		@LeaderOnly
		void run() {
		}

	}

}
