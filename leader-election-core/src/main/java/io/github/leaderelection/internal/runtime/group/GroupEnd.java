package io.github.leaderelection.internal.runtime.group;

import org.jspecify.annotations.Nullable;

/**
 * Receives the end of a group's start. Called from any thread.
 */
@FunctionalInterface
public interface GroupEnd {

	/**
	 * Ends a start, whose group takes no more events.
	 * @param failure why it cannot go on, null where it was stopped
	 */
	void ended(GroupRunner<?, ?> runner, @Nullable String failure);

}
