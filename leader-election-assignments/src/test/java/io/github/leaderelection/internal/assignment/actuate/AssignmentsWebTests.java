package io.github.leaderelection.internal.assignment.actuate;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.WebApplication;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Assignments below a group of the endpoint, in an application that leads alone.
 */
class AssignmentsWebTests {

	private static final String PATH = "/actuator/leader/default/assignments";

	private static final String[] ALONE = { "leader-election.standalone=true", "leader-election.node-id=a",
			"leader-election.heartbeat-interval=50ms", "leader-election.lease-duration=500ms",
			"leader-election.assignments.orders.partitions=2", "leader-election.assignments.orders.pins.p1=z",
			"leader-election.assignments.tenants.partitions=acme,zoo" };

	private static WebApplication plain;

	private static WebApplication open;

	@BeforeAll
	static void run() {
		plain = WebApplication.run(Application.class, ALONE);
		open = WebApplication.run(Application.class, concat("management.endpoint.leader.access=unrestricted",
				"management.endpoint.leader.show-details=always", "management.endpoints.web.exposure.include=*"));
	}

	private static String[] concat(String... more) {
		String[] all = Arrays.copyOf(ALONE, ALONE.length + more.length);
		System.arraycopy(more, 0, all, ALONE.length, more.length);
		return all;
	}

	@AfterAll
	static void close() {
		plain.close();
		open.close();
	}

	private static String awaitOwned(WebApplication application) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> application.context().getBean(NodeAssignments.class).owned("tenants").owned().size() == 2
					&& application.context().getBean(NodeAssignments.class).owned("orders").owned().size() == 2
					&& application.get(PATH).body().contains("\"moving\":[]"));
		HttpResponse<String> response = application.get(PATH);
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body();
	}

	private static HttpResponse<String> post(String fields) {
		return open.post(PATH, "{" + fields.replace('\'', '"') + "}");
	}

	@Test
	void aLeaderShowsOwnersWorkersAndPins() {
		String body = awaitOwned(open).replaceAll("\\d+\\.(\\d+)\"", "T.$1\"")
			.replaceAll("\"asOf\":\"[^\"]+\"", "\"asOf\":\"NOW\"")
			.replaceAll("\"incarnation\":\"\\d+\"", "\"incarnation\":\"I\"")
			.replaceAll("\"PT[^\"]+\"", "\"D\"")
			.replaceAll("\"behind\":(true|false)", "\"behind\":B");
		assertThat(body).isEqualTo("""
				{"leading":true,"asOf":"NOW","waitingUntil":null,"assignments":{
				"orders":{"owned":[{"partition":"p0","token":"T.2","draining":false},
				{"partition":"p1","token":"T.2","draining":false}],
				"plan":{"partitions":2,"owners":{"a":["p0","p1"]},"capacity":{"a":1},"moving":[],"unowned":{},
				"pins":{"p1":"z"},"required":[],"skew":0.0}},
				"tenants":{"owned":[{"partition":"acme","token":"T.2","draining":false},
				{"partition":"zoo","token":"T.2","draining":false}],
				"plan":{"partitions":2,"owners":{"a":["acme","zoo"]},"capacity":{"a":1},"moving":[],"unowned":{},
				"pins":{},"required":[],"skew":0.0}}},
				"workers":[{"id":"a","incarnation":"I","lastPing":"D","promiseLeft":"D","owned":4,"behind":B}],
				"node":"a"}""".replace("\n", ""));
	}

	@Test
	void namesThatTheApplicationGaveAreHiddenFromStrangers() {
		assertThat(awaitOwned(plain)).contains("\"partition\":\"p0\"")
			.contains("\"owners\":{\"a\":[\"(hidden name)\",\"(hidden name)\"]}")
			.doesNotContain("acme", "zoo");
	}

	@Test
	void aTraceIsDownloadedByCallersThatMaySeeDetails() {
		awaitOwned(open);
		HttpResponse<String> response = open.get(PATH + "-trace");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Disposition"))
			.hasValueSatisfying((disposition) -> assertThat(disposition)
				.matches("attachment; filename=\"leader-default-assignments-a-\\d{8}T\\d{6}Z\\.trace\""));
		assertThat(response.body()).startsWith("leader-election-trace 1\nHeading(algorithm=\"assignments\"")
			.contains("\n0 Started(");
		assertThat(plain.get(PATH + "-trace").statusCode()).isEqualTo(403);
		assertThat(open.get("/actuator/leader/other/assignments-trace").statusCode()).isEqualTo(404);
		assertThat(open.get("/actuator/leader/default/-traceassignments").statusCode()).isEqualTo(404);
		assertThat(open.get("/actuator/leader/default/other-trace").statusCode()).isEqualTo(404);
	}

	@Test
	void withoutAccessNothingIsMoved() {
		assertThat(plain.post(PATH, "{\"action\":\"release\",\"partition\":\"p0\"}").statusCode()).isIn(404, 405);
		assertThat(plain.get("/actuator/leader/other/assignments").statusCode()).isEqualTo(404);
	}

	@Test
	void aRequestWithoutSenseIsABadRequest() {
		for (String fields : new String[] { "", "'action':'move','assignment':'orders','partition':'p0'",
				"'action':'steal','assignment':'orders','partition':'p0','to':'a'",
				"'action':'release','assignment':'orders','partition':'p0','to':'a'",
				"'action':'pin','assignment':'orders','to':'a'" }) {
			assertThat(post(fields).statusCode()).as(fields).isEqualTo(400);
			assertThat(post(fields).body()).as(fields).contains("INVALID").contains("unpin or release");
		}
		assertThat(post("'action':'unpin','partition':'p0'").body())
			.contains("There is no assignment 'null' in group 'default': name one of [orders, tenants]");
		assertThat(open.post("/actuator/leader/other/assignments", "{\"action\":\"pin\"}").statusCode()).isEqualTo(404);
	}

	@Test
	void aRefusalNamesTheReason() {
		awaitOwned(open);
		HttpResponse<String> response = post("'action':'move','assignment':'orders','partition':'p0','to':'b'");
		assertThat(response.statusCode()).isEqualTo(409);
		assertThat(response.body()).isEqualTo("{\"group\":\"default\",\"action\":\"move\",\"outcome\":\"REFUSED\","
				+ "\"message\":\"'b' has no capacity for it, or is not there: name one of [a]\",\"node\":\"a\"}");
		assertThat(post("'action':'pin','assignment':'orders','partition':'p9','to':'a'").body()).contains("REFUSED",
				"no such partition 'p9'");
		assertThat(post("'action':'release','assignment':'orders','partition':'p9'").body())
			.contains("This node does not own the partition: ask its owner");
	}

	@Test
	void aPartitionIsPinnedAndUnpinned() {
		awaitOwned(open);
		HttpResponse<String> moved = Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> post("'action':'move','assignment':'tenants','partition':'zoo','to':'a'"),
					(response) -> response.statusCode() == 202);
		assertThat(moved.body()).contains("IN_PROGRESS", "is pinned to a", "unpin it to let it go");
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> open.get(PATH).body().contains("\"pins\":{\"zoo\":\"a\"}"));
		assertThat(post("'action':'unpin','assignment':'tenants','partition':'zoo'").statusCode()).isEqualTo(200);
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> open.get(PATH).body().contains("\"pins\":{}"));
		assertThat(post("'action':'pin','assignment':'tenants','partition':'zoo','to':'later'").body()).contains("DONE",
				"The partition belongs to later while that is there");
		assertThat(post("'action':'unpin','assignment':'tenants','partition':'zoo'").statusCode()).isEqualTo(200);
	}

	@Test
	void aPartitionIsReleasedAndComesBackAndIsLeftToWhomItsPinRequires() {
		try (WebApplication releasing = WebApplication.run(Application.class,
				concat("management.endpoint.leader.access=unrestricted"))) {
			awaitOwned(releasing);
			HttpResponse<String> response = releasing.post(PATH,
					"{\"action\":\"release\",\"assignment\":\"orders\",\"partition\":\"p0\"}");
			assertThat(response.statusCode()).isEqualTo(202);
			AtomicBoolean gone = new AtomicBoolean();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> {
				int owned = releasing.context().getBean(NodeAssignments.class).owned("orders").owned().size();
				gone.compareAndSet(false, owned == 1);
				return gone.get() && owned == 2;
			});
			assertThat(releasing
				.post(PATH, "{\"action\":\"require\",\"assignment\":\"orders\",\"partition\":\"p0\",\"to\":\"z\"}")
				.body()).contains("DONE", "belongs to z alone, and to nobody while that is not there");
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> releasing.get(PATH).body().contains("\"unowned\":{\"PINNED\":[\"p0\"]}"));
			assertThat(releasing.get(PATH).body())
				.contains("\"pins\":{\"p0\":\"z\",\"p1\":\"z\"},\"required\":[\"p0\"]");
		}
	}

	@Test
	void aNodeThatDoesNotLeadSaysWhomToAsk() {
		try (WebApplication paused = WebApplication.run(Application.class,
				concat("management.endpoint.leader.access=unrestricted"))) {
			awaitOwned(paused);
			assertThat(paused.post("/actuator/leader/default", "{\"action\":\"pause\"}").statusCode()).isEqualTo(200);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> paused.get(PATH).body().contains("\"leading\":false"));
			assertThat(paused.get(PATH).body()).contains("\"plan\":null").contains("\"workers\":null");
			HttpResponse<String> response = paused.post(PATH,
					"{\"action\":\"unpin\",\"assignment\":\"orders\",\"partition\":\"p0\"}");
			assertThat(response.statusCode()).isEqualTo(409);
			assertThat(response.body()).contains("This node does not lead: ask the leader");
		}
	}

	@Test
	void healthIsUp() {
		awaitOwned(open);
		assertThat(open.context().getBean(AssignmentsHealthIndicator.class).health().toString()).startsWith("UP");
		assertThat(open.get("/actuator/health").statusCode()).isEqualTo(200);
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
