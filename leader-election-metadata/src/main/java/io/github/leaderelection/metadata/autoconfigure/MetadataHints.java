package io.github.leaderelection.metadata.autoconfigure;

import io.github.leaderelection.internal.hints.ElectionHints;
import io.github.leaderelection.internal.metadata.protocol.MetadataEntry;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Keeps the records of messages and traces in a native image.
 */
final class MetadataHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		ElectionHints.keep(hints, MetadataEntry.class, MetadataMessage.class);
	}

}
