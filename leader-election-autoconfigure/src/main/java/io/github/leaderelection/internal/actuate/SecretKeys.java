package io.github.leaderelection.internal.actuate;

import java.util.List;
import java.util.Locale;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Masks the secrets of this library in endpoints that show values, for any form of a key.
 */
public final class SecretKeys implements SanitizingFunction {

	private static final String ROOT = "leaderelection";

	private static final List<String> ENDINGS = List.of("secret", "password", "digest");

	@Override
	public SanitizableData apply(SanitizableData data) {
		return (data.getValue() != null && isSecret(data.getKey())) ? data.withSanitizedValue() : data;
	}

	private static boolean isSecret(String key) {
		String letters = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
		return letters.startsWith(ROOT) && ENDINGS.stream().anyMatch(letters::endsWith);
	}

}
