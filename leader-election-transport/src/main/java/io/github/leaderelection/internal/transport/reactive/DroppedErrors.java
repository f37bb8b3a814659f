package io.github.leaderelection.internal.transport.reactive;

import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.util.context.Context;

/**
 * Logs errors without a subscriber at debug level, as of a refused stranger whose
 * connection breaks later. Reactor would log each as an error, so strangers could flood
 * the log.
 */
final class DroppedErrors {

	private static final Logger logger = LoggerFactory.getLogger(DroppedErrors.class);

	/** The context key by which Reactor finds the handler of one subscription. */
	private static final String HOOK = "reactor.onErrorDropped.local";

	private static final Consumer<Throwable> TO_DEBUG = (failure) -> logger.debug("A request failed after its end",
			failure);

	/** The entry for the context of a subscription. */
	static final Context QUIET = Context.of(HOOK, TO_DEBUG);

	private DroppedErrors() {
	}

}
