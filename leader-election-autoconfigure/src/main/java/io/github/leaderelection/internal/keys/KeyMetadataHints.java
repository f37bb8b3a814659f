package io.github.leaderelection.internal.keys;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Keeps the metadata of the keys in a native image.
 */
public final class KeyMetadataHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern(KeyMetadata.PROCESSED).registerPattern(KeyMetadata.ADDITIONAL);
	}

}
