package io.github.leaderelection.autoconfigure.cluster;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import io.github.leaderelection.MemberState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole applications whose seed nodes are gone, beside Spring Security that nobody
 * configured.
 */
@ExtendWith(OutputCaptureExtension.class)
class JoinWithoutSeedNodesTests {

	@Test
	void theClusterGoesOnAndNobodyJoinsUntilASeedNodeIsBack(CapturedOutput output) throws Exception {
		try (OpenCluster cluster = new OpenCluster("leader-election.emergent.minimum-cluster-size=2")) {
			cluster.start("athens");
			cluster.start("cyrene");
			cluster.start("delphi");
			cluster.awaitLeader();
			OpenCluster.await(() -> assertThat(cluster.member("cyrene", "delphi").connected()).isTrue());
			assertThat(join(cluster.url("athens"))).as("not judged by Spring Security").isEqualTo(400);
			assertThat(join(cluster.url("cyrene"))).as("no seed node").isEqualTo(404);
			cluster.stop("athens");
			cluster.awaitLeader();
			cluster.start("eleusis");
			OpenCluster.await(() -> assertThat(warnings(output, "eleusis")).hasSize(1));
			assertThat(cluster.member("cyrene", "eleusis").state()).isEqualTo(MemberState.UNKNOWN);
			assertThat(cluster.endpoint("eleusis").age()).isNull();
			cluster.start("byzantium");
			OpenCluster
				.await(() -> assertThat(cluster.member("cyrene", "eleusis").url()).isEqualTo(cluster.url("eleusis")));
			OpenCluster.await(() -> assertThat(cluster.member("cyrene", "eleusis").state()).isEqualTo(MemberState.UP));
			assertThat(warnings(output, "eleusis")).hasSize(1);
			assertThat(warnings(output, "athens")).as("a seed node needs no other").isEmpty();
		}
	}

	private static List<String> warnings(CapturedOutput output, String of) {
		return output.toString()
			.lines()
			.filter((line) -> line.contains("WARN") && line.contains(of + "-join]")
					&& line.contains("No seed node has answered 5 attempts"))
			.toList();
	}

	private static int join(String url) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/leader-election/join"))
			.POST(BodyPublishers.ofString("{}"))
			.build();
		return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
	}

}
