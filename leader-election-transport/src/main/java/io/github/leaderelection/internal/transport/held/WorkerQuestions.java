package io.github.leaderelection.internal.transport.held;

import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of workers. Safe for use from any thread; does not block.
 */
@FunctionalInterface
public interface WorkerQuestions {

	/**
	 * Takes a question whose sender has proven the secret.
	 * @param from the worker, as it names itself
	 * @param answer takes the answer, null for nothing to say. Any thread calls it, once
	 * or never. Only calls within ten seconds count.
	 */
	void asked(String group, NodeId from, String text, Consumer<@Nullable String> answer);

}
