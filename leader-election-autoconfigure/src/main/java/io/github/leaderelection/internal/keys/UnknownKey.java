package io.github.leaderelection.internal.keys;

import java.util.Optional;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.settings.StoreKind;
import org.jspecify.annotations.Nullable;

/**
 * A key that no setting has.
 *
 * @param nearest what it is most likely meant for
 */
record UnknownKey(ConfiguredKey key, KeyPath path, NearestKey nearest) {

	private static final Pattern SECRET = Pattern.compile("(?i).*(secret|password|token|credential).*");

	private static final String MASK = "******";

	/** Finds out that a key is none that a setting has, null if one has it. */
	static @Nullable UnknownKey of(ConfiguredKey key, KnownKeys known) {
		KeyPath path = key.path();
		if (path != null) {
			return known.isRead(path, key.isEmpty()) ? null : new UnknownKey(key, path, known.nearest(path));
		}
		KeyPath dashed = key.pathBehindADash();
		return (dashed != null && known.nearest(dashed).isLikely()) ? new UnknownKey(key, dashed, known.nearest(dashed))
				: null;
	}

	/** The key, its value, where it was found and the nearest key. */
	String description() {
		return this.key.name() + "=" + shownValue() + "\n        Origin: " + this.key.origin()
				+ absentModule().or(this::advice).map("\n        "::concat).orElse("");
	}

	/** The same where it may be meant for others. */
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

	/** A key that is like none may be meant for a secret too. */
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
