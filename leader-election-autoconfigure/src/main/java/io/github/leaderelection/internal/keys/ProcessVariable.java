package io.github.leaderelection.internal.keys;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.settings.ServiceVariable;
import org.jspecify.annotations.Nullable;

/**
 * An environment variable that may be a setting. Its name has no dashes and no dots, so
 * it is compared without them.
 */
record ProcessVariable(String name, String value) {

	static final String WITH_DASH = "LEADER_ELECTION_";

	static final String PREFIX = "LEADERELECTION_";

	private static final Pattern PLACES = Pattern.compile("(_\\d+)+_?$|_$");

	private static final String GROUPS = "GROUPS_";

	/** The name of a group has no underscore, which would be read as a dot. */
	private static final Pattern OF_A_GROUP = Pattern.compile(KnownKeys.OF_A_GROUP.stream()
		.map((option) -> option.replace("-", "_?").toUpperCase(Locale.ROOT))
		.collect(Collectors.joining("|", GROUPS + "[^_]+(_(", "))?")));

	static ProcessVariable of(ConfiguredKey key) {
		return new ProcessVariable(key.name().toUpperCase(Locale.ROOT), key.value());
	}

	/** The remark for operators, null if there is none. */
	@Nullable String remark(KnownKeys known) {
		KnownKey key = known.withLetters(letters(rest()));
		if (ServiceVariable.is(this.name) && (key == null || ServiceVariable.isIn(this.value))) {
			return (key == null) ? null
					: this.name + "=" + this.value + " is read as " + key.name() + ". " + ServiceVariable.CAUSE;
		}
		if (key == null) {
			key = known.withLetters(letters(withoutPlaces(rest())));
		}
		if (key != null) {
			return isRead(key) ? null : this.name + " is not read as " + key.name() + ", write it as " + key.variable();
		}
		return isOfAMap(known) ? null : unknown(known);
	}

	/** Whether the variable is a misspelt setting. */
	boolean isSlip(KnownKeys known) {
		if (ServiceVariable.is(this.name)) {
			return false;
		}
		return isGroup() ? KnownKeys.isSlipOfAGroup(lastWord()) : known.isSlip(letters(withoutPlaces(rest())));
	}

	private String unknown(KnownKeys known) {
		NearestKey nearest = isGroup() ? NearestKey.ofAGroup(lastWord())
				: known.nearest(letters(withoutPlaces(rest())));
		if (!nearest.isLikely()) {
			return this.name + " is not read";
		}
		return this.name + " is not read, the nearest setting is "
				+ (isGroup() ? PREFIX + GROUPS + "<NAME>_" + nearest.key().last().toUpperCase(Locale.ROOT)
						: nearest.key().variable() + " (" + nearest.key().name() + ")");
	}

	/** The part after the name of a group. */
	private String lastWord() {
		return letters(rest().substring(rest().lastIndexOf('_') + 1));
	}

	private String rest() {
		int prefix = (this.name.startsWith(PREFIX) ? PREFIX : WITH_DASH).length();
		return this.name.substring(Math.min(prefix, this.name.length()));
	}

	private static String letters(String text) {
		return text.replaceAll("[^A-Z0-9]", "").toLowerCase(Locale.ROOT);
	}

	private static String withoutPlaces(String text) {
		return PLACES.matcher(text).replaceFirst("");
	}

	/**
	 * Whether Spring Boot reads this form: an underscore for each dot and none for a
	 * dash, or one for both. Settings of a single election form a map, which supports
	 * only the first form.
	 */
	private boolean isRead(KnownKey key) {
		Set<String> forms = Algorithm.names().contains(key.path().split("\\.")[0]) ? Set.of(key.variable())
				: Set.of(key.variable(), key.variableWithDashes());
		return forms.contains(this.name)
				|| (key.shape() != KnownKey.Shape.VALUE && forms.contains(withoutPlaces(this.name)));
	}

	/**
	 * Whether the application chose the last part of the name; needs the form without
	 * dashes.
	 */
	private boolean isOfAMap(KnownKeys known) {
		return this.name.startsWith(PREFIX)
				&& (isGroup() ? OF_A_GROUP.matcher(rest()).matches() : known.isBelowAMap(this.name));
	}

	private boolean isGroup() {
		return rest().startsWith(GROUPS);
	}

}
