package io.github.leaderelection.internal.settings;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The name of a cluster. In a store that others use too it is the application's, unless
 * it is set; a list of peers keeps others out by itself.
 *
 * @param origin where it comes from, the end of a sentence
 */
public record ClusterName(String name, String origin) {

	private static final String KEY = "leader-election.cluster";

	private static final String APPLICATION = "spring.application.name";

	private static final int MOST_BYTES = 255;

	/**
	 * Finds the name in force.
	 * @param configured what is set, or what is usual
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

	/** Nobody set the name of an application for us, so none is refused. */
	private static String cut(String name) {
		CharBuffer whole = CharBuffer.wrap(name);
		StandardCharsets.UTF_8.newEncoder().encode(whole, ByteBuffer.allocate(MOST_BYTES), true);
		return name.substring(0, whole.position()).strip();
	}

}
