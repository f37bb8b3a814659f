package io.github.leaderelection.internal.page;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Keeps the files of the page in a native image, and what is written as JSON.
 */
public final class PageHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern(LeaderPageEndpoint.FILES + "*");
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), PageState.class,
				CsrfTokens.Token.class);
	}

}
