package io.github.leaderelection.simulator.beside;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Something beside instances that lead by a lease in a random run, which judges it.
 */
public interface LeaseBeside {

	/** An application begins. */
	List<ExtensionFactory> join(ApplicationHost host);

	/** Begins what goes wrong without regard to one application. */
	void begin();

	/** Judges at an instant. */
	void look();

	/** Stops a node, now or later. */
	void stop(ApplicationHost host, Runnable node);

	/** From now on nothing goes wrong. */
	void heal();

	/** How much longer than usual it may take until somebody leads. */
	default long electionNanos() {
		return 0;
	}

	/** How long what began before may still go wrong, once one leads. */
	default long quietNanos() {
		return 0;
	}

	/** What is missing at rest, once one leads; null if nothing is. */
	@Nullable String unsettled();

	/** How long something may be missing, once one leads. */
	long patience();

	/** What happened, and how often. */
	Map<? extends Enum<?>, Long> counts();

}
