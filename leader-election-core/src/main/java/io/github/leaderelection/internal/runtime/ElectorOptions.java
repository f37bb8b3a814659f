package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.internal.flapping.FlappingSettings;

/**
 * The options of an elector beside the election.
 *
 * @param resignOnListenerFailure whether a leadership is given up gracefully when a
 * listener fails on it
 * @param onOutlived receives each leadership that ended while work ran under it, on the
 * thread that ended it: must not block
 * @param problems returns the problems of a group outside its election, for the status
 */
public record ElectorOptions(FlappingSettings flapping, boolean resignOnListenerFailure,
		Consumer<OutlivedLeadership> onOutlived, Function<String, List<String>> problems) {

	/** Three changes in ten minutes; a listener that fails is logged. */
	public static final ElectorOptions DEFAULTS = new ElectorOptions(FlappingSettings.DEFAULTS, false);

	/**
	 * Work that outlives its leadership is logged and counted, and nothing else is done.
	 * @param resignOnListenerFailure whether a leadership is given up gracefully when a
	 * listener fails on it
	 */
	public ElectorOptions(FlappingSettings flapping, boolean resignOnListenerFailure) {
		this(flapping, resignOnListenerFailure, (grant) -> {
		}, (group) -> List.of());
	}

	/** The same options with another action for work that outlives its leadership. */
	public ElectorOptions withOnOutlived(Consumer<OutlivedLeadership> action) {
		return new ElectorOptions(this.flapping, this.resignOnListenerFailure, action, this.problems);
	}

}
