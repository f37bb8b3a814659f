package io.github.leaderelection.autoconfigure.cluster;

import java.util.Comparator;
import java.util.List;
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
			Set<String> files = new TreeSet<>();
			try (EnteredFiles entered = new EnteredFiles("internal.transport.link.LinkTraffic")) {
				Awaitility.await().until(() -> answers(entered).size() >= 5);
				files.addAll(answers(entered).get(0));
			}
			try (EnteredFiles entered = new EnteredFiles("internal.runtime.GroupElector")) {
				assertThat(leader.isLeader()).isTrue();
				files.addAll(entered.walks().get(0));
			}
			assertThat(files).contains("internal.runtime.GroupElector").hasSizeLessThanOrEqualTo(MOST_FILES);
		}
	}

	/** The walks that reach the leader, the shortest first: others also meet a timer. */
	private static List<Set<String>> answers(EnteredFiles entered) {
		return entered.walks()
			.stream()
			.filter((walk) -> walk.contains(LEADER))
			.sorted(Comparator.comparingInt(Set::size))
			.toList();
	}

}
