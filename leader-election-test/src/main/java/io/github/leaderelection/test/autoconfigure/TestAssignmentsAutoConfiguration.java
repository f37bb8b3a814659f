package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.assignments.autoconfigure.LeaderElectionAssignmentsAutoConfiguration;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.assignments.TestAssignments;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for assignments whose partitions a test
 * gives and takes. Applies only if named, as {@link TestElectionAutoConfiguration}, and
 * beside it.
 */
@AutoConfiguration(after = LeaderElectionAssignmentsAutoConfiguration.class)
@ConditionalOnBean({ NodeAssignments.class, TestElection.class })
public final class TestAssignmentsAutoConfiguration {

	@Bean
	TestAssignments testAssignments(NodeAssignments assignments, TestElection election) {
		return new TestAssignments(assignments, election.node());
	}

}
