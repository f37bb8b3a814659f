package io.github.leaderelection.assignments.autoconfigure;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEntry;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.hints.ElectionHints;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Keeps the records of messages and traces in a native image.
 */
final class AssignmentHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		ElectionHints.keep(hints, AssignmentMessage.class, AssignmentEntry.class);
	}

}
