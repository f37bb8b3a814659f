package io.github.leaderelection.internal.store.kubernetes.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StrictApiServer}, beside the mock of fabric8.
 */
class StrictApiServerTests {

	private static final ObjectMapper json = new ObjectMapper();

	private static final String LEASES = "apis/coordination.k8s.io/v1/namespaces/shop/leases";

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private HttpResponse<String> ask(String url, String method, String path, @Nullable ObjectNode body)
			throws IOException, InterruptedException {
		HttpRequest.BodyPublisher publisher = (body != null)
				? HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body))
				: HttpRequest.BodyPublishers.noBody();
		return this.http.send(HttpRequest.newBuilder(URI.create(url + path))
			.header("Content-Type", "application/json")
			.method(method, publisher)
			.build(), HttpResponse.BodyHandlers.ofString());
	}

	private static ObjectNode lease(String holder) {
		ObjectNode lease = json.createObjectNode();
		lease.put("kind", "Lease").put("apiVersion", "coordination.k8s.io/v1");
		ObjectNode meta = lease.putObject("metadata").put("name", "a").put("namespace", "shop");
		meta.putObject("labels").put("of", "orders");
		lease.putObject("spec").put("holderIdentity", holder).put("leaseDurationSeconds", 10);
		return lease;
	}

	/** The codes of what a client asks that makes, changes and deletes a Lease. */
	private List<Integer> conversation(String url) throws Exception {
		List<Integer> codes = new ArrayList<>();
		codes.add(ask(url, "GET", LEASES + "/a", null).statusCode());
		codes.add(ask(url, "POST", LEASES, lease("one")).statusCode());
		codes.add(ask(url, "POST", LEASES, lease("two")).statusCode());
		HttpResponse<String> read = ask(url, "GET", LEASES + "/a", null);
		codes.add(read.statusCode());
		ObjectNode first = (ObjectNode) json.readTree(read.body());
		assertThat(first.path("spec").path("holderIdentity").asText()).isEqualTo("one");
		first.withObject("/spec").put("holderIdentity", "three");
		HttpResponse<String> put = ask(url, "PUT", LEASES + "/a", first);
		codes.add(put.statusCode());
		ObjectNode second = (ObjectNode) json.readTree(put.body());
		assertThat(second.path("metadata").path("uid")).isEqualTo(first.path("metadata").path("uid"));
		assertThat(second.path("metadata").path("resourceVersion"))
			.isNotEqualTo(first.path("metadata").path("resourceVersion"));
		first.withObject("/spec").put("holderIdentity", "four");
		codes.add(ask(url, "PUT", LEASES + "/a", first).statusCode());
		HttpResponse<String> listed = ask(url, "GET", LEASES + "?labelSelector=of%3Dorders", null);
		codes.add(listed.statusCode());
		assertThat(json.readTree(listed.body()).path("items")).hasSize(1);
		HttpResponse<String> others = ask(url, "GET", LEASES + "?labelSelector=of%3Dinvoices", null);
		assertThat(json.readTree(others.body()).path("items")).isEmpty();
		codes.add(ask(url, "DELETE", LEASES + "/a", null).statusCode());
		codes.add(ask(url, "GET", LEASES + "/a", null).statusCode());
		return codes;
	}

	@Test
	void answersAsTheMockDoesWhereThatIsRight() throws Exception {
		KubernetesMockServer mock = new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(),
				new KubernetesCrudDispatcher(), false);
		mock.init();
		try (StrictApiServer strict = new StrictApiServer()) {
			List<Integer> codes = conversation(strict.url());
			assertThat(codes).containsExactly(404, 201, 409, 200, 200, 409, 200, 200, 404);
			assertThat(conversation(mock.url("/"))).isEqualTo(codes);
		}
		finally {
			mock.destroy();
		}
	}

	@Test
	void isStricterThanTheMockAsTheRealServerIs() throws Exception {
		try (StrictApiServer strict = new StrictApiServer()) {
			String url = strict.url();
			assertThat(ask(url, "PUT", LEASES + "/a", lease("one")).statusCode()).as("a PUT makes what is missing")
				.isEqualTo(201);
			ObjectNode stale = (ObjectNode) json.readTree(ask(url, "GET", LEASES + "/a", null).body());
			assertThat(ask(url, "PUT", LEASES + "/a", lease("two")).statusCode()).as("a PUT without a version")
				.isEqualTo(422);
			ObjectNode changed = stale.deepCopy();
			changed.withObject("/spec").put("holderIdentity", "two");
			assertThat(ask(url, "PUT", LEASES + "/a", changed).statusCode()).isEqualTo(200);
			assertThat(ask(url, "DELETE", LEASES + "/a", conditions(stale)).statusCode()).as("a stale DELETE")
				.isEqualTo(409);
			strict.delete("leases", "a");
			assertThat(ask(url, "PUT", LEASES + "/a", changed).statusCode()).as("a PUT with the uid of what is gone")
				.isEqualTo(409);
			changed.withObject("/metadata").remove("uid");
			assertThat(ask(url, "PUT", LEASES + "/a", changed).statusCode()).as("a PUT with a version and no uid")
				.isEqualTo(201);
			assertThat(ask(url, "POST", LEASES, changed).statusCode()).as("a POST with a version").isEqualTo(400);
		}
	}

	private static ObjectNode conditions(ObjectNode stale) {
		ObjectNode options = json.createObjectNode().put("kind", "DeleteOptions").put("apiVersion", "v1");
		options.putObject("preconditions")
			.put("resourceVersion", stale.path("metadata").path("resourceVersion").asText());
		return options;
	}

}
