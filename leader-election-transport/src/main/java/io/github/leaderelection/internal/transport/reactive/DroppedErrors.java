package io.github.leaderelection.internal.transport.reactive;

import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.util.context.Context;

/**
 * Errors that nobody waits for any more, as of a stranger that was refused before its
 * connection broke. Reactor would log each as an error, so strangers could flood the log.
 */
final class DroppedErrors {

	private static final Logger logger = LoggerFactory.getLogger(DroppedErrors.class);

	/** By which Reactor finds the handler of one subscription. */
	private static final String HOOK = "reactor.onErrorDropped.local";

	private static final Consumer<Throwable> TO_DEBUG = (failure) -> logger.debug("A request failed after its end",
			failure);

	/** For the context of a subscription. */
	static final Context QUIET = Context.of(HOOK, TO_DEBUG);

	private DroppedErrors() {
	}

}
