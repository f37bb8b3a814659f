package io.github.leaderelection.internal.store.etcd;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What stands in etcd: a line for each part of a record, its name first, so that an
 * operator can read it. Parts that are not there have no line.
 */
final class LeaseText {

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

	/** The text of a record. Of its version the stamp alone is kept. */
	static String of(LeaseRecord record, String stamp) {
		StringBuilder text = new StringBuilder();
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
	 * Takes a text apart.
	 * @throws IllegalArgumentException if it is not one of these
	 */
	static LeaseText parse(String text) {
		Map<String, String> lines = new HashMap<>();
		for (String line : text.split("\n")) {
			int space = line.indexOf(' ');
			if (space > 0) {
				lines.put(line.substring(0, space), line.substring(space + 1).translateEscapes());
			}
		}
		return new LeaseText(lines);
	}

	String stamp() {
		return there(STAMP);
	}

	LeaseRecord record(String version) {
		return new LeaseRecord(node(HOLDER), number(INCARNATION), number(ATTEMPT), this.lines.get(URL), number(TOKEN),
				number(DURATION), Boolean.parseBoolean(there(FREE)), node(PREFERRED), number(PREFERRED_NANOS), version);
	}

	private @Nullable NodeId node(String name) {
		String id = this.lines.get(name);
		return (id != null) ? NodeId.of(id) : null;
	}

	private long number(String name) {
		return Long.parseLong(there(name));
	}

	private String there(String name) {
		String value = this.lines.get(name);
		if (value == null) {
			throw new IllegalArgumentException("there is no line '" + name + "'");
		}
		return value;
	}

}
