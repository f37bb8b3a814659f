package io.github.leaderelection.internal.micrometer;

import java.util.Optional;

import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.method.LeaderOnlyMethods;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationPredicate;

import org.springframework.scheduling.support.ScheduledTaskObservationContext;

/**
 * Excludes scheduled runs from observation if the gate would skip them. Spring begins an
 * observation before it calls the method, so this class asks the gate, too.
 */
public final class SkippedRuns implements ObservationPredicate {

	private final LeaderOnlyMethods methods;

	private final LeaderGate gate;

	public SkippedRuns(LeaderOnlyMethods methods, LeaderGate gate) {
		this.methods = methods;
		this.gate = gate;
	}

	@Override
	public boolean test(String name, Observation.Context context) {
		if (!(context instanceof ScheduledTaskObservationContext run)) {
			return true;
		}
		Optional<String> group = this.methods.skippedUnlessLeading(run.getMethod(), run.getTargetClass());
		return group.isEmpty() || this.gate.of(group.get()).isOpen();
	}

}
