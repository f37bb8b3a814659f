package io.github.leaderelection.internal.transport.link;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * Messages of an extension that may be long.
 */
public sealed interface Board extends ElectionMessage {

	@Override
	default boolean isRepeated() {
		return true;
	}

	/**
	 * A note of 64 entries with as many bytes in UTF-8.
	 * @param characters repeated in the values
	 */
	static Note note(long term, int bytes, String characters) {
		List<Entry> entries = new ArrayList<>();
		int left = bytes;
		for (int i = 0; i < 64; i++) {
			String key = "k" + i;
			int room = left / (64 - i) - key.length();
			int whole = room / characters.getBytes(StandardCharsets.UTF_8).length;
			String value = characters.repeat(whole);
			value += "x".repeat(room - value.getBytes(StandardCharsets.UTF_8).length);
			entries.add(new Entry(key, value));
			left -= key.length() + room;
		}
		return new Note(term, entries);
	}

	/** Some lines. */
	record Note(long term, List<Entry> entries) implements Board {
	}

	/** A line. */
	record Entry(String key, String value) {
	}

}
