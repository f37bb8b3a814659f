package io.github.leaderelection.internal.keys;

import java.util.Optional;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.settings.StoreKind;
import org.jspecify.annotations.Nullable;

/**
 * A configured key that belongs to no setting.
 *
 * @param nearest the key that this key most likely means
 */
record UnknownKey(ConfiguredKey key, KeyPath path, NearestKey nearest) {

	private static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|token|credential).*");

	private static final String MASK = "******";

	/** Checks a key, null if it belongs to a setting. */
	static @Nullable UnknownKey of(ConfiguredKey key, KnownKeys known) {
		KeyPath path = key.path();
		if (path != null) {
			return known.isRead(path, key.isEmpty()) ? null : new UnknownKey(key, path, known.nearest(path));
		}
		KeyPath dashed = key.pathBehindADash();
		return (dashed != null && known.nearest(dashed).isLikely()) ? new UnknownKey(key, dashed, known.nearest(dashed))
				: null;
	}

	/** The key with its value, its origin and the nearest key. */
	String description() {
		return this.key.name() + "=" + shownValue() + "\n        Origin: " + this.key.origin()
				+ absentModule().or(this::advice).map("\n        "::concat).orElse("");
	}

	/** A remark for a key that may belong to another program. */
	String remark() {
		return this.key.name() + " is not read" + advice().map((advice) -> ". " + advice).orElse("");
	}

	private Optional<String> advice() {
		return isHeading() ? Optional.of("No keys stand below it: indent them, or remove it")
				: Optional.of(this.nearest)
					.filter(NearestKey::isLikely)
					.map((near) -> "The nearest key is " + near.key().name());
	}

	private boolean isHeading() {
		return this.path.size() == 0;
	}

	/** The value; masked if the key resembles no setting, because it may be a secret. */
	private String shownValue() {
		boolean secret = (!this.nearest.isLikely() && !isHeading()) || SECRET.matcher(this.key.name()).matches()
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
