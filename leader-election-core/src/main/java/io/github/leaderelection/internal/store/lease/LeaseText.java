package io.github.leaderelection.internal.store.lease;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record as text, to be read by people too: a line for each of its parts. Of its
 * version only the random part stands there; the engine counts the writes.
 */
public final class LeaseText {

	private static final String FORMAT = "leader-election-lease 1";

	private static final String STAMP = "stamp";

	private static final String HOLDER = "holder";

	private static final String INCARNATION = "incarnation";

	private static final String ATTEMPT = "attempt";

	private static final String URL = "url";

	private static final String TOKEN = "token";

	private static final String DURATION = "duration-nanos";

	private static final String FREE = "free";

	private static final String PREFERRED = "preferred";

	private static final String PREFERRED_NANOS = "preferred-nanos";

	private final Map<String, String> lines;

	private LeaseText(Map<String, String> lines) {
		this.lines = lines;
	}

	/** The text of a record, whose version has this random part. */
	public static String of(LeaseRecord record, String stamp) {
		StringBuilder text = new StringBuilder(FORMAT).append('\n');
		line(text, HOLDER, record.holder());
		line(text, TOKEN, record.token());
		line(text, FREE, record.free());
		line(text, URL, record.url());
		line(text, DURATION, record.durationNanos());
		line(text, PREFERRED, record.preferred());
		line(text, PREFERRED_NANOS, record.preferredNanos());
		line(text, INCARNATION, record.incarnation());
		line(text, ATTEMPT, record.attempt());
		line(text, STAMP, stamp);
		return text.toString();
	}

	private static void line(StringBuilder text, String name, @Nullable Object value) {
		if (value != null) {
			text.append(name)
				.append(' ')
				.append(value.toString().replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r"))
				.append('\n');
		}
	}

	/**
	 * Writes and reads a text as often as it takes until that is compiled.
	 */
	public static void rehearse() {
		LeaseRecord record = new LeaseRecord(NodeId.of("none"), 1, 1, "http://none", 1, 1, true, NodeId.of("none"), 1,
				"0");
		for (int i = 0; i < RefusedWrites.UNTIL_COMPILED; i++) {
			LeaseText text = parse(of(record, "0"));
			text.record(text.stamp());
		}
	}

	/**
	 * Takes a text apart.
	 * @throws IllegalArgumentException if it is none of a record; the message goes on
	 * from 'it is no lease:'
	 */
	public static LeaseText parse(String text) {
		String[] all = text.split("\n", -1);
		if (!all[0].equals(FORMAT)) {
			throw new IllegalArgumentException("its first line is not '" + FORMAT + "'");
		}
		Map<String, String> lines = new HashMap<>();
		for (String line : all) {
			int space = line.indexOf(' ');
			if (space > 0) {
				lines.put(line.substring(0, space), line.substring(space + 1).translateEscapes());
			}
		}
		return new LeaseText(lines);
	}

	/**
	 * The random part of its version.
	 * @throws IllegalArgumentException if it has none
	 */
	public String stamp() {
		return present(STAMP);
	}

	/**
	 * The record.
	 * @param version its whole version
	 * @throws IllegalArgumentException if a part is missing, or is not what it must be
	 */
	public LeaseRecord record(String version) {
		return new LeaseRecord(node(HOLDER), number(INCARNATION), number(ATTEMPT), this.lines.get(URL), number(TOKEN),
				number(DURATION), Boolean.parseBoolean(present(FREE)), node(PREFERRED), number(PREFERRED_NANOS),
				version);
	}

	private @Nullable NodeId node(String name) {
		String id = this.lines.get(name);
		return (id != null) ? NodeId.of(id) : null;
	}

	private long number(String name) {
		String value = present(name);
		try {
			return Long.parseLong(value);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("its " + name + " '" + value + "' is no number", ex);
		}
	}

	private String present(String name) {
		String value = this.lines.get(name);
		if (value == null) {
			throw new IllegalArgumentException("it has no line '" + name + "'");
		}
		return value;
	}

}
