package io.github.leaderelection.test.assertj;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.cluster.ClusterGroup;
import io.github.leaderelection.test.cluster.TestCluster;

/**
 * Where assertions begin. May be imported statically beside AssertJ's own.
 */
public final class LeaderElectionAssertions {

	private LeaderElectionAssertions() {
	}

	/**
	 * Begins an assertion on an elector.
	 * @param actual the elector
	 * @return the assertion
	 */
	public static LeaderElectorAssert assertThat(LeaderElector actual) {
		return new LeaderElectorAssert(actual);
	}

	/**
	 * Begins an assertion on a cluster, that is on its first group.
	 * @param actual the cluster
	 * @return the assertion
	 */
	public static ClusterGroupAssert assertThat(TestCluster actual) {
		return new ClusterGroupAssert(actual.group());
	}

	/**
	 * Begins an assertion on a group of a cluster.
	 * @param actual the group
	 * @return the assertion
	 */
	public static ClusterGroupAssert assertThat(ClusterGroup actual) {
		return new ClusterGroupAssert(actual);
	}

	/**
	 * Begins an assertion on what was heard of an election.
	 * @param actual the recorder
	 * @return the assertion
	 */
	public static LeadershipRecorderAssert assertThat(LeadershipRecorder actual) {
		return new LeadershipRecorderAssert(actual);
	}

}
