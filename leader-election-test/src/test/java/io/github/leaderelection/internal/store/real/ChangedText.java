package io.github.leaderelection.internal.store.real;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The text of a record, as somebody leaves it who edits it by hand.
 */
public final class ChangedText {

	private ChangedText() {
	}

	/**
	 * Changes one line.
	 * @param part which part it has: {@code holder}, {@code token} or {@code duration}
	 * @param text what the part becomes, null for no such line
	 */
	public static String of(String record, String part, @Nullable String text) {
		String line = part.equals("duration") ? "duration-nanos" : part;
		return Stream
			.concat(record.lines().filter((each) -> !each.startsWith(line + " ")),
					Stream.ofNullable((text != null) ? line + " " + text.replace("\n", "\\n") : null))
			.collect(Collectors.joining("\n"));
	}

}
