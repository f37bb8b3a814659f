package io.github.leaderelection.autoconfigure.eligibility;

import io.github.leaderelection.spring.LeadershipEligibility;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;

/**
 * Makes a node eligible only while its application accepts traffic. It uses only the
 * readiness state: a health group may wait for a leader, and then no node would stand.
 */
final class ReadinessEligibility implements LeadershipEligibility {

	private final ApplicationAvailability availability;

	ReadinessEligibility(ApplicationAvailability availability) {
		this.availability = availability;
	}

	@Override
	public @Nullable String whyNot(String group) {
		ReadinessState state = this.availability.getReadinessState();
		return (state == ReadinessState.ACCEPTING_TRAFFIC) ? null
				: "its application is not ready: its readiness state is " + state;
	}

}
