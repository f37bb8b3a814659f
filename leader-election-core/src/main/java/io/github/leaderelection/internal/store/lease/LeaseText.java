package io.github.leaderelection.internal.store.lease;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record as text, also readable by people: one line for each part. It has only the
 * random part of the version; the engine counts the writes.
 */
public final class LeaseText {

	private static final String NAME = "leader-election-lease ";

	private static final String FORMAT = NAME + "1";

	private static final String STAMP = "stamp";

	/** A stamp becomes part of versions, and of names. */
	private static final Pattern LEGAL_STAMP = Pattern.compile("[0-9a-f]{1,16}");

	private final Map<String, String> lines;

	private LeaseText(Map<String, String> lines) {
		this.lines = lines;
	}

	/** Returns the text of a record whose version has this random part. */
	public static String of(LeaseRecord record, String stamp) {
		StringBuilder text = new StringBuilder(FORMAT).append('\n');
		for (LeasePart part : LeasePart.values()) {
			line(text, part.toString(), part.of(record));
		}
		line(text, STAMP, stamp);
		return text.toString();
	}

	private static void line(StringBuilder text, String name, @Nullable String value) {
		if (value != null) {
			text.append(name)
				.append(' ')
				.append(value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r"))
				.append('\n');
		}
	}

	/**
	 * Parses a text.
	 * @param remedy what to do about a text of something else
	 * @throws IllegalArgumentException if the text is not of a record that this release
	 * reads; the message continues 'it is no lease:' and has the remedy
	 */
	public static LeaseText parse(String text, String remedy) {
		String[] all = text.split("\n", -1);
		if (!all[0].equals(FORMAT)) {
			String isNot = "its first line is not '" + FORMAT + "'";
			throw new IllegalArgumentException(all[0].startsWith(NAME)
					? isNot + ", so a newer release wrote it. Run that release here, too" : isNot + ". " + remedy);
		}
		Map<String, String> lines = new HashMap<>();
		for (String line : all) {
			int space = line.indexOf(' ');
			if (space > 0) {
				lines.put(line.substring(0, space), line.substring(space + 1));
			}
		}
		return new LeaseText(lines);
	}

	/** Returns the random part of the version; null if there is no legal one. */
	public @Nullable String stamp() {
		String stamp = this.lines.get(STAMP);
		return (stamp != null && LEGAL_STAMP.matcher(stamp).matches()) ? stamp : null;
	}

	/** Returns the content of the text. */
	public FoundLease found(String version) {
		FoundLease found = FoundLease.of(version, this::part);
		boolean isStamped = found.wrong() != null || stamp() != null;
		return isStamped ? found : FoundLease.unreadable(version, "its " + STAMP + " is missing or none of ours");
	}

	private @Nullable String part(LeasePart part) {
		String line = this.lines.get(part.toString());
		return (line != null) ? line.translateEscapes() : null;
	}

}
