package io.github.leaderelection.internal.metadata.actuate;

import java.util.Arrays;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.WebApplication;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Metadata below a group of the endpoint, in an application that leads alone.
 */
class MetadataWebTests {

	private static final String PATH = "/actuator/leader/default/metadata";

	private static final String[] ALONE = { "leader-election.standalone=true", "leader-election.node-id=a",
			"leader-election.lease-duration=500ms" };

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

	private static String set(WebApplication application) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(application.context().getBean(LeaderElector.class)::isLeader);
		application.context().getBean(LeaderMetadata.class).set("limit", "5").toCompletableFuture().join();
		return Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> application.get(PATH).body(), (body) -> body.contains("\"behind\":[]"));
	}

	@Test
	void aLeaderShowsEntriesAndMembersThatAreBehind() {
		assertThat(set(open)).matches("\\{\"leading\":true,\"sequence\":\"\\d+\\.\\d+\",\"lost\":false,\"keys\":1,"
				+ "\"entries\":\\{\"limit\":\"5\"},\"whole\":true,\"synchronised\":true,\"missing\":\\[],"
				+ "\"behind\":\\[],\"node\":\"a\"}");
		MeterRegistry meters = open.context().getBean(MeterRegistry.class);
		assertThat(meters.get("leader.metadata.bytes").gauge().value()).isEqualTo(6);
		assertThat(meters.get("leader.metadata.sync").gauge().value()).isEqualTo(1);
		assertThat(meters.get("leader.metadata.lag").gauge().value()).isZero();
		assertThat(meters.get("leader.metadata.writes").tag("outcome", "COMMITTED").functionCounter().count())
			.isPositive();
	}

	@Test
	void entriesAreHiddenFromStrangers() {
		assertThat(set(plain)).contains("\"keys\":1,\"entries\":null").doesNotContain("limit");
	}

	@Test
	void traceIsGivenOutWithDetailsAlone() {
		set(open);
		assertThat(open.get(PATH + "-trace").body()).startsWith("leader-election-trace 1\n")
			.contains("Written", "limit", "Save");
		assertThat(plain.get(PATH + "-trace").statusCode()).isEqualTo(403);
	}

	@Test
	void whatIsNotLostIsNotAssumedToBe() {
		set(open);
		assertThat(open.post(PATH, "{\"action\":\"assume-lost\"}")).satisfies((answer) -> {
			assertThat(answer.statusCode()).isEqualTo(409);
			assertThat(answer.body()).contains("none is lost");
		});
		assertThat(open.post(PATH, "{\"action\":\"acknowledge-loss\"}")).satisfies((answer) -> {
			assertThat(answer.statusCode()).isEqualTo(409);
			assertThat(answer.body()).contains("do not count as lost");
		});
		assertThat(open.post(PATH, "{\"action\":\"forget\"}").statusCode()).isEqualTo(400);
		assertThat(open.post("/actuator/leader/other/metadata", "{\"action\":\"assume-lost\"}").statusCode())
			.isEqualTo(404);
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
