package io.github.leaderelection.internal.transport.asking;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a worker's question.
 *
 * @param text the answer of the leader, or null
 * @param failure why there is no answer, or null if the leader has nothing to say
 */
public record WorkerAnswer(@Nullable String text, @Nullable String failure) {

	static final WorkerAnswer NOTHING = new WorkerAnswer(null, null);

}
