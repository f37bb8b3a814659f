package io.github.leaderelection.autoconfigure.cluster;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

import io.github.leaderelection.LeaderElector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many files a reader opens who follows the answer of a heartbeat to
 * {@link LeaderElector#isLeader()}.
 */
class HeartbeatWalkTests {

	private static final int MOST_FILES = 95;

	private static final String LEADER = "internal.quorum.role.Leader";

	@Test
	void answerOfAHeartbeatEntersFewFiles() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY).start()) {
			LeaderElector leader = TestCluster.elector(cluster.awaitLeader("default"), "default");
			Set<String> asked = new TreeSet<>();
			try (EnteredFiles entered = new EnteredFiles("internal.runtime.GroupElector")) {
				assertThat(leader.isLeader()).isTrue();
				asked.addAll(entered.walks().get(0));
			}
			assertThat(asked).contains("internal.runtime.GroupElector");
			try (EnteredFiles entered = new EnteredFiles("internal.transport.link.LinkTraffic")) {
				Awaitility.await().untilAsserted(() -> {
					Set<String> files = new TreeSet<>(shortestAnswer(entered));
					files.addAll(asked);
					assertThat(files).contains(LEADER).hasSizeLessThanOrEqualTo(MOST_FILES);
				});
			}
		}
	}

	/** The shortest walk that reaches the leader: others also meet a timer. */
	private static Set<String> shortestAnswer(EnteredFiles entered) {
		return entered.walks()
			.stream()
			.filter((walk) -> walk.contains(LEADER))
			.min(Comparator.comparingInt(Set::size))
			.orElseGet(Set::of);
	}

}
