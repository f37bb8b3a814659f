package io.github.leaderelection.internal.fencing;

import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMeter.Tag;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The meters of fencing with their tags and descriptions.
 */
public enum FencingMeter implements MeterDocumentation {

	/** Checks by the guard, by outcome: admitted or refused. */
	CHECKS("checks", "Checks of fencing tokens and sequence numbers by the guard"),

	/** Requests at the filter, by outcome. */
	REQUESTS("requests", "Requests at the filter of fencing tokens");

	private final String suffix;

	private final String description;

	FencingMeter(String suffix, String description) {
		this.suffix = suffix;
		this.description = description;
	}

	@Override
	public String getName() {
		return "leader.election.fencing." + this.suffix;
	}

	@Override
	public Meter.Type getType() {
		return Meter.Type.COUNTER;
	}

	public String getDescription() {
		return this.description;
	}

	@Override
	public KeyName[] getKeyNames() {
		return new KeyName[] { Tag.OUTCOME };
	}

}
