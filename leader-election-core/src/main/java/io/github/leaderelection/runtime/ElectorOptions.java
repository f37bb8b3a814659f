package io.github.leaderelection.runtime;

import java.util.Objects;

import io.github.leaderelection.oscillation.OscillationSettings;

/**
 * What an elector does beside electing.
 *
 * @param oscillation when leadership counts as oscillating
 * @param resignOnListenerFailure whether a grant is given up in order when a listener
 * fails on it
 */
public record ElectorOptions(OscillationSettings oscillation, boolean resignOnListenerFailure) {

	/** Three changes in ten minutes; a listener that fails is logged. */
	public static final ElectorOptions DEFAULTS = new ElectorOptions(OscillationSettings.DEFAULTS, false);

	/**
	 * Checks that nothing is missing.
	 */
	public ElectorOptions {
		Objects.requireNonNull(oscillation, "oscillation");
	}

}
