package io.github.leaderelection.internal.lifecycle;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.settings.ObserverPlan;

/**
 * Creates the node of an application that observes. A module of its own has it.
 */
@FunctionalInterface
public interface ObserverNodeFactory {

	/** Creates the node, which connects to no member before its start. */
	ElectionNode create(ObserverPlan plan);

}
