package io.github.leaderelection.internal.keys;

import java.util.Optional;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.settings.StoreKind;

/**
 * A key that no setting has.
 *
 * @param key the key
 * @param path where it stands
 * @param nearest what it is most likely meant for
 */
record UnknownKey(ConfiguredKey key, KeyPath path, NearestKey nearest) {

	private static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|token|credential).*");

	private static final String MASK = "******";

	/** The key, its value, where it was found and the nearest key. */
	String description() {
		return this.key.name() + "=" + shownValue() + "\n        Origin: " + this.key.origin() + "\n        "
				+ absentModule().orElse("The nearest key is " + this.nearest.key().name());
	}

	/** A key that is like none may be meant for a secret too. */
	private String shownValue() {
		boolean secret = !this.nearest.isLikely() || SECRET.matcher(this.key.name()).matches()
				|| SECRET.matcher(this.nearest.key().name()).matches();
		return (secret && !this.key.isEmpty()) ? MASK : this.key.value();
	}

	private Optional<String> absentModule() {
		return this.path.elements()
			.stream()
			.findFirst()
			.flatMap(StoreKind::absentModule)
			.map((module) -> "It is a key of " + module + ", which is not on the class path");
	}

}
