package io.github.leaderelection.internal.runtime.group;

import org.jspecify.annotations.Nullable;

/**
 * Hears that a start of a group has ended. Called from any thread.
 */
@FunctionalInterface
public interface GroupEnd {

	/**
	 * The group takes no more events.
	 * @param failure why it cannot go on, null where it was stopped
	 */
	void ended(GroupRunner<?, ?> runner, @Nullable String failure);

}
