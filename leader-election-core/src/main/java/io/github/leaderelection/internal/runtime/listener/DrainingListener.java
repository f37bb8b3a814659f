package io.github.leaderelection.internal.runtime.listener;

import java.util.concurrent.CompletionStage;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;

/**
 * A listener whose part of a drain goes on after {@link #onDraining} has returned, so
 * that it holds up no other listener.
 */
public interface DrainingListener extends LeadershipListener {

	/**
	 * Called once per leadership, right after {@link #onDraining}.
	 * @return completes when the leadership may be handed on
	 */
	CompletionStage<?> drained(Leadership leadership);

}
