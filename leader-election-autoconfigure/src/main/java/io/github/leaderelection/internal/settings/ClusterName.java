package io.github.leaderelection.internal.settings;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The name of a cluster. By default it is the application's name for a store, which other
 * clusters may share. With a list of peers, the list separates clusters.
 *
 * @param origin the origin of the name, as the end of a sentence
 */
public record ClusterName(String name, String origin) {

	private static final String KEY = "leader-election.cluster";

	private static final String APPLICATION = "spring.application.name";

	private static final int MOST_BYTES = 255;

	/**
	 * Finds the effective name.
	 * @param configured the configured or default name
	 */
	public static ClusterName of(Environment environment, String configured) {
		if (UnsetValues.isSet(environment, KEY)) {
			return new ClusterName(configured, "as " + KEY + " says");
		}
		String application = cut(text(environment, APPLICATION));
		if (!text(environment, StoreKind.SETTING).isEmpty() && !application.isEmpty()) {
			return new ClusterName(application, "as " + APPLICATION + " says");
		}
		return new ClusterName(configured,
				"for neither " + KEY + " nor " + APPLICATION + " is set: any other application without them shares it");
	}

	private static String text(Environment environment, String key) {
		String text = Binder.get(environment).bind(key, String.class).orElse("");
		return StringUtils.hasText(text) ? text.strip() : "";
	}

	/**
	 * Shortens the application's name, which has other purposes, instead of refusing it.
	 */
	private static String cut(String name) {
		CharBuffer whole = CharBuffer.wrap(name);
		StandardCharsets.UTF_8.newEncoder().encode(whole, ByteBuffer.allocate(MOST_BYTES), true);
		return name.substring(0, whole.position()).strip();
	}

}
