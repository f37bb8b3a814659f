package io.github.leaderelection.internal.actuate;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Whether an answer shows details: addresses, and names of work.
 */
enum Details {

	/** The caller may see everything. */
	SHOWN,

	/** The caller may see the leader and problems only. */
	HIDDEN;

	private static final Pattern ADDRESS = Pattern.compile("(?i)\\b(?:jdbc:|[a-z][a-z0-9+.-]*://)[^\\s,;'\"\\])]+");

	private static final String HIDDEN_ADDRESS = "(hidden address)";

	static Details of(boolean shown) {
		return shown ? SHOWN : HIDDEN;
	}

	@Nullable String only(@Nullable String detail) {
		return (this == SHOWN) ? detail : null;
	}

	<T> List<T> all(List<T> details) {
		return (this == SHOWN) ? details : List.of();
	}

	/** Sentences for an operator, with hidden addresses unless details are shown. */
	List<String> texts(List<String> sentences) {
		return (this == SHOWN) ? sentences
				: sentences.stream().map((each) -> ADDRESS.matcher(each).replaceAll(HIDDEN_ADDRESS)).toList();
	}

}
