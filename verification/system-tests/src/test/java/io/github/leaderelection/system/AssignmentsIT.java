package io.github.leaderelection.system;

import java.time.Duration;
import java.util.Random;

import io.github.leaderelection.system.assignments.AssignmentFault;
import io.github.leaderelection.system.assignments.AssignmentTrial;
import io.github.leaderelection.system.assignments.TrialResult;
import io.github.leaderelection.system.assignments.TrialSpec;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes that share 64 partitions, each of which writes rows of its own. The
 * long form is {@code verification/benchmarks/assignments}.
 */
class AssignmentsIT {

	private static final int ROUNDS = 5;

	@Test
	void noPartitionHasTwoOwnersWhateverBecomesOfItsOwnerAndNoKeyWhileTheDivisionChanges() {
		TrialSpec spec = new TrialSpec("assignments", "", Duration.ofMillis(500), Duration.ofMillis(1500), 64, 0);
		try (AssignmentTrial trial = AssignmentTrial.start(spec, new Random(64))) {
			for (int round = 0; round < ROUNDS; round++) {
				trial.inflict(AssignmentFault.WORKER_PAUSED);
				trial.inflict(AssignmentFault.LEADER_PAUSED);
				trial.inflict(AssignmentFault.KILLED);
			}
			trial.inflict(AssignmentFault.TERMINATED);
			trial.inflict(AssignmentFault.TERMINATED);
			trial.redivide(128);
			TrialResult result = trial.result();
			assertThat(result.overlaps()).isEmpty();
			assertThat(result.tokensOutOfOrder()).isEmpty();
			assertThat(result.ownedOn()).isEmpty();
			assertThat(result.doubled()).isZero();
			assertThat(result.rowsOutOfOrder()).isEmpty();
			assertThat(result.rows()).isGreaterThan(128);
			assertThat(result.faults().values()).containsOnly(ROUNDS).hasSize(AssignmentFault.values().length);
		}
	}

}
