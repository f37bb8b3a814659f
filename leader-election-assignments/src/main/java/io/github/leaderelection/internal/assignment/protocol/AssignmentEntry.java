package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;

import io.github.leaderelection.internal.protocol.Now;

/**
 * A line of a trace.
 */
public sealed interface AssignmentEntry {

	/** The state of a start. */
	record Started(AssignmentSettings settings) implements AssignmentEntry {
	}

	/** The state at which the trace continues. */
	record Resumed(AssignmentSettings settings, AssignmentState state) implements AssignmentEntry {
	}

	/** An event and what it asked for. */
	record Stepped(AssignmentEvent event, Now now, long entropy,
			List<AssignmentEffect> effects) implements AssignmentEntry {
	}

}
