package io.github.leaderelection.test.assertj;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.cluster.ClusterGroup;
import io.github.leaderelection.test.cluster.TestCluster;

/**
 * Entry point of the assertions. May be imported statically beside AssertJ's own.
 */
public final class LeaderElectionAssertions {

	private LeaderElectionAssertions() {
	}

	/**
	 * Creates an assertion on an elector.
	 * @param actual the elector
	 * @return the assertion
	 */
	public static LeaderElectorAssert assertThat(LeaderElector actual) {
		return new LeaderElectorAssert(actual);
	}

	/**
	 * Creates an assertion on the first group of a cluster.
	 * @param actual the cluster
	 * @return the assertion
	 */
	public static ClusterGroupAssert assertThat(TestCluster actual) {
		return new ClusterGroupAssert(actual.group());
	}

	/**
	 * Creates an assertion on a group of a cluster.
	 * @param actual the group
	 * @return the assertion
	 */
	public static ClusterGroupAssert assertThat(ClusterGroup actual) {
		return new ClusterGroupAssert(actual);
	}

	/**
	 * Creates an assertion on what a recorder heard.
	 * @param actual the recorder
	 * @return the assertion
	 */
	public static LeadershipRecorderAssert assertThat(LeadershipRecorder actual) {
		return new LeadershipRecorderAssert(actual);
	}

}
