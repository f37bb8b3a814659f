package io.github.leaderelection.internal.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records as the data of a node: a line a field, to be read by people too.
 */
final class RecordText {

	private static final String FORMAT = "leader-election-lease 1";

	private RecordText() {
	}

	/**
	 * The data of a node.
	 * @throws IllegalArgumentException if a field has a line break
	 */
	static byte[] write(LeaseRecord record) {
		List<String> lines = new ArrayList<>();
		lines.add(FORMAT);
		add(lines, "holder", record.holder());
		add(lines, "incarnation", record.incarnation());
		add(lines, "attempt", record.attempt());
		add(lines, "url", record.url());
		add(lines, "token", record.token());
		add(lines, "duration-nanos", record.durationNanos());
		add(lines, "free", record.free());
		add(lines, "preferred", record.preferred());
		add(lines, "preferred-nanos", record.preferredNanos());
		add(lines, "stamp", RecordVersion.parse(record.version()).stamp());
		return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
	}

	private static void add(List<String> lines, String name, @Nullable Object value) {
		if (value == null) {
			return;
		}
		String text = value.toString();
		if (text.indexOf('\n') >= 0) {
			throw new IllegalArgumentException("The " + name + " of a lease has a line break: '" + text + "'");
		}
		lines.add(name + " " + text);
	}

	/**
	 * The record in the data of a node.
	 * @param count ZooKeeper's version of the data
	 * @throws IllegalArgumentException if there is none
	 */
	static LeaseRecord read(byte[] data, int count) {
		String text = new String(data, StandardCharsets.UTF_8);
		String[] lines = text.split("\n", -1);
		if (!lines[0].equals(FORMAT)) {
			throw new IllegalArgumentException("its first line is not '" + FORMAT + "'");
		}
		Map<String, String> fields = new HashMap<>();
		for (String line : lines) {
			int end = line.indexOf(' ');
			if (end > 0) {
				fields.put(line.substring(0, end), line.substring(end + 1));
			}
		}
		return new LeaseRecord(node(fields.get("holder")), number(fields, "incarnation"), number(fields, "attempt"),
				fields.get("url"), number(fields, "token"), number(fields, "duration-nanos"),
				text(fields, "free").equals("true"), node(fields.get("preferred")), number(fields, "preferred-nanos"),
				new RecordVersion(count, text(fields, "stamp")).toString());
	}

	private static @Nullable NodeId node(@Nullable String id) {
		return (id != null) ? NodeId.of(id) : null;
	}

	private static long number(Map<String, String> fields, String name) {
		String text = text(fields, name);
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("its " + name + " '" + text + "' is no number", ex);
		}
	}

	private static String text(Map<String, String> fields, String name) {
		String text = fields.get(name);
		if (text == null) {
			throw new IllegalArgumentException("it has no " + name);
		}
		return text;
	}

}
