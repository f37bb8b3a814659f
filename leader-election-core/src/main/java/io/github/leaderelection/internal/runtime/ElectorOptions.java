package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.internal.flapping.FlappingSettings;

/**
 * What an elector does beside electing.
 *
 * @param resignOnListenerFailure whether a leadership is given up gracefully when a
 * listener fails on it
 * @param onOutlived told of each leadership that ended while work ran under it, by
 * whoever ended the leadership: must not block
 * @param problems what is wrong outside of the election, for the status
 */
public record ElectorOptions(FlappingSettings flapping, boolean resignOnListenerFailure,
		Consumer<OutlivedLeadership> onOutlived, Supplier<List<String>> problems) {

	/** Three changes in ten minutes; a listener that fails is logged. */
	public static final ElectorOptions DEFAULTS = new ElectorOptions(FlappingSettings.DEFAULTS, false);

	/**
	 * Checks that nothing is missing.
	 */
	public ElectorOptions {
		Objects.requireNonNull(flapping, "flapping");
		Objects.requireNonNull(onOutlived, "onOutlived");
		Objects.requireNonNull(problems, "problems");
	}

	/**
	 * Work that outlives its leadership is logged and counted, and nothing else is done.
	 * @param resignOnListenerFailure whether a leadership is given up gracefully when a
	 * listener fails on it
	 */
	public ElectorOptions(FlappingSettings flapping, boolean resignOnListenerFailure) {
		this(flapping, resignOnListenerFailure, (grant) -> {
		}, List::of);
	}

	/** The same options with another action for work that outlives its leadership. */
	public ElectorOptions withOnOutlived(Consumer<OutlivedLeadership> action) {
		return new ElectorOptions(this.flapping, this.resignOnListenerFailure, action, this.problems);
	}

}
