package io.github.leaderelection.internal.actuate;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.spring.LeaderOnly;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderEndpointWebTests {

	private static final String CONDITIONS = """
			,"conditions":{"S2":["Nothing refuses connections in the name of a member",
			 "The address of a member does not move while its process lives",
			 "Nobody destroys sockets of a member from outside","No process is checkpointed and restored",
			 "Nobody on the network forges packets between members"]}""";

	private static final String LEADING = """
			{"algorithm":"quorum","promises":["S1","S2","S3","S4","L1","L2"],"role":"LEADER","leading":true,"draining":false,
			 "term":42,"fencingToken":42,"leaseRemaining":"PT0.83S","asOf":"2026-01-01T00:00:00Z","leader":{"id":"a","url":"http://host-a:8080","direct":true},"leaderlessFor":null,
			 "members":[{"id":"b","url":"http://host-b:8080","state":"UP","connected":true,"lastHeard":"PT0.03S","priority":1,"suspected":false,"observers":0,"suspectedBy":[],"witness":false}],"quorum":{"required":2,"reachable":3},
			 "history":[{"leader":"a","term":42,"from":"2026-01-01T00:00:00Z","until":null,"reason":null,"duration":"PT1M","silence":null}],
			 "voting":"yes","problems":[],"memberList":"3:cafe","flapping":null,"splitBrainSuspected":[],
			 "workInFlight":{"count":0,"oldest":null,"outliving":0,"outlived":0,"longest":[]},
			 "paused":false%s,"node":"a","runs":[],"lease":null}""";

	private static final String NODE = """
			{"node":"a","cluster":"default","standalone":false,"groups":{"default":%s},"refusals":{"BINARY":1,"SECRET":2},
			 "crashDetection":{"on":true,"members":{"b":"in use"}}}""";

	private static final String FOLLOWING = """
			{"algorithm":"quorum","promises":["S1","S2","S3","S4","L1","L2"],"role":"FOLLOWER","leading":false,"draining":false,
			 "term":42,"fencingToken":null,"leaseRemaining":null,"asOf":"2026-01-01T00:00:00Z","leader":{"id":"b","url":null,"direct":false},"leaderlessFor":null,
			 "members":[{"id":"b","url":"http://host-b:8080","state":"UP","connected":true,"lastHeard":"PT0.03S","priority":1,"suspected":false,"observers":0,"suspectedBy":[],"witness":false}],"quorum":{"required":2,"reachable":3},
			 "history":[{"leader":"a","term":41,"from":"2026-01-01T00:00:00Z","until":"2026-01-01T00:00:01Z","reason":"RESIGNED","duration":"PT1S","silence":null}],
			 "voting":"yes","problems":[],"memberList":"3:cafe","flapping":null,"splitBrainSuspected":[],
			 "workInFlight":{"count":0,"oldest":null,"outliving":0,"outlived":0,"longest":[]},
			 "paused":false%s,"node":"a","runs":[],"lease":null}""";

	private static final StubElector elector = new StubElector(Statuses.leading("default"));

	private static volatile Map<String, String> crashDetection = Map.of();

	private static WebApplication readable;

	private static WebApplication plain;

	private static WebApplication writable;

	@BeforeAll
	static void run() {
		readable = WebApplication.run(Application.class, "management.endpoint.leader.show-details=always");
		plain = WebApplication.run(Application.class);
		writable = WebApplication.run(Application.class, "management.endpoint.leader.access=unrestricted");
	}

	@AfterAll
	static void close() {
		readable.close();
		plain.close();
		writable.close();
	}

	@BeforeEach
	void lead() {
		crashDetection = Map.of("b", "in use");
		elector.shows(Statuses.leading("default"))
			.runs(WorkInFlight.NONE)
			.sees(null, 0, List.of())
			.answers(CompletableFuture.completedStage(null));
	}

	@Test
	void aNodeIsShownInTheAgreedForm() {
		HttpResponse<String> response = readable.get("/actuator/leader");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo(oneLine(NODE.formatted(LEADING.formatted(CONDITIONS))));
	}

	@Test
	void aGroupIsShownAsAmongAllGroups() {
		HttpResponse<String> response = readable.get("/actuator/leader/default");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo(oneLine(LEADING.formatted(CONDITIONS)));
	}

	@Test
	void noPromiseRestsOnFurtherConditionsWithoutCrashDetection() {
		crashDetection = Map.of();
		assertThat(readable.get("/actuator/leader/default").body()).isEqualTo(oneLine(LEADING.formatted("")));
		assertThat(readable.get("/actuator/leader").body()).contains("\"crashDetection\":{\"on\":false,\"members\":{}}")
			.doesNotContain("conditions");
	}

	@Test
	void aFollowerShowsWhatItLacksAsNull() {
		elector.shows(Statuses.following("default"));
		assertThat(readable.get("/actuator/leader/default").body()).isEqualTo(oneLine(FOLLOWING.formatted(CONDITIONS)));
	}

	@Test
	void workInFlightIsShownWithItsAgeAndWhetherItOutlivesItsGrant() {
		elector.runs(new WorkInFlight(12, Duration.ofNanos(61_500_900_000L), 1, 3,
				List.of(new Piece("com.acme.Billing.charge()", 41, Duration.ofNanos(61_500_900_000L), true),
						new Piece("com.acme.Reports.build()", 42, Duration.ofMillis(30), false))));
		assertThat(readable.get("/actuator/leader/default").body()).contains(oneLine("""
				"workInFlight":{"count":12,"oldest":"PT1M1.5S","outliving":1,"outlived":3,"longest":[
				 {"name":"com.acme.Billing.charge()","fencingToken":41,"runningFor":"PT1M1.5S","outliving":true},
				 {"name":"com.acme.Reports.build()","fencingToken":42,"runningFor":"PT0.03S","outliving":false}]}"""));
	}

	@Test
	void lastCallsOfALeaderOnlyMethodAreShownWithDetails() {
		try (WebApplication detailed = WebApplication.run(Application.class,
				"management.endpoint.leader.show-details=always")) {
			callTwice(detailed);
			String time = "\"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\"";
			assertThat(detailed.get("/actuator/leader/default").body())
				.containsPattern("\"node\":\"a\",\"runs\":\\[\\{\"method\":\"" + Pattern.quote(Jobs.class.getName())
						+ "\\.charge\\(\\)\",\"runs\":\\[\\{\"at\":" + time + ",\"until\":" + time
						+ ",\"lasted\":null,\"outcome\":\"SKIPPED\",\"times\":2,\"fencingToken\":null\\}\\]\\}\\]");
		}
		callTwice(plain);
		assertThat(plain.get("/actuator/leader/default").body()).contains("\"runs\":[]").doesNotContain("charge");
	}

	private static void callTwice(WebApplication application) {
		Jobs jobs = application.context().getBean(Jobs.class);
		jobs.charge();
		jobs.charge();
	}

	@Test
	void byDefaultNeitherAddressesNorNamesOfWorkAreShown() {
		elector.shows(Statuses.troubled("default",
				"Member b is not linked: http://host-b:8080/x refuses. The store is H2 at jdbc:h2:mem:jobs, and away"))
			.runs(new WorkInFlight(1, Duration.ofSeconds(2), 0, 0,
					List.of(new Piece("com.acme.Billing.charge()", 42, Duration.ofSeconds(2), false))));
		for (String path : List.of("", "/default", "/default?check=leader")) {
			HttpResponse<String> response = plain.get("/actuator/leader" + path);
			assertThat(response.statusCode()).as(path).isEqualTo(200);
			assertThat(response.body()).as(path)
				.contains("\"leader\":{\"id\":\"a\",\"url\":null")
				.contains("\"node\":\"a\"")
				.doesNotContain("host-a", "host-b", "jdbc", "Billing");
		}
		assertThat(plain.get("/actuator/leader/default").body()).contains("\"count\":1,\"oldest\":\"PT2S\"")
			.contains(
					"Member b is not linked: (hidden address) refuses. The store is H2 at (hidden address), and away");
		assertThat(readable.get("/actuator/leader").body()).contains("http://host-b:8080/x", "jdbc:h2:mem:jobs",
				"Billing");
	}

	@Test
	void leaseIsShownWhileTheGroupRuns() {
		elector.sees(new Flapping(false, 0, Duration.ofMinutes(10), Duration.ZERO, Duration.ZERO,
				Duration.ofMillis(1500), null), 0, List.of());
		assertThat(plain.get("/actuator/leader/default").body()).endsWith("\"lease\":\"PT1.5S\"}");
	}

	@Test
	void aLeaderlessNodeSaysSinceWhen() {
		elector.shows(Statuses.leaderless("default", Duration.ofMillis(61_500)));
		assertThat(readable.get("/actuator/leader/default").body()).contains("\"leader\":null")
			.contains("\"leaderlessFor\":\"PT1M1.5S\"");
	}

	@Test
	void anUnknownGroupIsNotFound() {
		assertThat(readable.get("/actuator/leader/other").statusCode()).isEqualTo(404);
		HttpResponse<String> response = writable.post("/actuator/leader/other", "{\"action\":\"resign\"}");
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.body()).contains("UNKNOWN_GROUP", "'other'", "[default]");
	}

	@Test
	void aLoadBalancerIsAnsweredByTheStatusAlone() {
		HttpResponse<String> leader = readable.get("/actuator/leader/default?check=leader");
		assertThat(leader.statusCode()).isEqualTo(200);
		assertThat(leader.body()).isEqualTo(
				"{\"leading\":true,\"leader\":{\"id\":\"a\",\"url\":\"http://host-a:8080\",\"direct\":true},\"node\":\"a\"}");
		elector.shows(Statuses.following("default"));
		HttpResponse<String> follower = readable.get("/actuator/leader/default?check=leader");
		assertThat(follower.statusCode()).isEqualTo(503);
		assertThat(follower.body())
			.isEqualTo("{\"leading\":false,\"leader\":{\"id\":\"b\",\"url\":null,\"direct\":false},\"node\":\"a\"}");
		elector.shows(Statuses.leaderless("default", Duration.ofSeconds(1)));
		assertThat(readable.get("/actuator/leader/default?check=leader").body())
			.isEqualTo("{\"leading\":false,\"leader\":null,\"node\":\"a\"}");
	}

	@Test
	void aLoadBalancerMayAskForTheHeadAlone() {
		HttpResponse<String> leader = readable.head("/actuator/leader/default?check=leader");
		assertThat(leader.statusCode()).isEqualTo(200);
		assertThat(leader.body()).isEmpty();
		elector.shows(Statuses.following("default"));
		assertThat(readable.head("/actuator/leader/default?check=leader").statusCode()).isEqualTo(503);
	}

	@Test
	void anUnknownCheckIsABadRequestThatSaysWhatToAsk() {
		for (String check : new String[] { "follower", "", "LEADER" }) {
			HttpResponse<String> response = readable.get("/actuator/leader/default?check=" + check);
			assertThat(response.statusCode()).as(check).isEqualTo(400);
			assertThat(response.body()).isEqualTo("{\"message\":\"Unknown check '" + check
					+ "': use check=leader, or omit it for the full status\"}");
		}
		assertThat(readable.get("/actuator/leader/other?check=leader").statusCode()).isEqualTo(404);
	}

	@Test
	void requestsAreNotAllowedUnlessAccessIsUnrestricted() {
		assertThat(readable.post("/actuator/leader/default", "{\"action\":\"resign\"}").statusCode()).isEqualTo(405);
		assertThat(writable.post("/actuator/leader/default", "{\"action\":\"resign\"}").statusCode()).isEqualTo(200);
	}

	@Test
	void aRequestThatIsGrantedIsOk() {
		HttpResponse<String> response = writable.post("/actuator/leader/default",
				"{\"action\":\"transfer\",\"to\":\"b\"}");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo("{\"group\":\"default\",\"action\":\"transfer\",\"outcome\":\"DONE\","
				+ "\"message\":\"This node has given up its leadership\",\"node\":\"a\"}");
		assertThat(elector.asked()).isEqualTo("transfer to b");
	}

	@Test
	void aRefusalIsAConflict() {
		elector.answers(CompletableFuture.failedStage(new ElectionRequestException("This node does not lead")));
		HttpResponse<String> response = writable.post("/actuator/leader/default", "{\"action\":\"resign\"}");
		assertThat(response.statusCode()).isEqualTo(409);
		assertThat(response.body()).isEqualTo("{\"group\":\"default\",\"action\":\"resign\",\"outcome\":\"REFUSED\","
				+ "\"message\":\"This node does not lead\",\"node\":\"a\"}");
	}

	@Test
	void aRequestWithoutSenseIsABadRequestThatSaysWhatToSend() {
		for (String body : new String[] { "{}", "{\"action\":\"abdicate\"}", "{\"action\":null}", "" }) {
			HttpResponse<String> response = writable.post("/actuator/leader/default", body);
			assertThat(response.statusCode()).as(body).isEqualTo(400);
			assertThat(response.body()).as(body).contains("INVALID").contains("resign").contains("transfer");
		}
		HttpResponse<String> response = writable.post("/actuator/leader/default", "{\"action\":\"transfer\"}");
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).contains("'to' is missing: name one of [b]");
	}

	private static String oneLine(String json) {
		return json.replaceAll("\n ?", "");
	}

	static class Jobs {

		@LeaderOnly
		public void charge() {
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

		@Bean
		ElectionNode electionNode() {
			return new StubNode(elector);
		}

		@Bean
		TransportRefusals transportRefusals() {
			return new TransportRefusals() {

				@Override
				public Map<String, Long> byReason() {
					return Map.of("SECRET", 2L, "CLUSTER", 0L, "BINARY", 1L);
				}

				@Override
				public Map<String, String> crashDetection() {
					return crashDetection;
				}

			};
		}

	}

}
