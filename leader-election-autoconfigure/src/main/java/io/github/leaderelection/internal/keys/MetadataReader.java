package io.github.leaderelection.internal.keys;

import org.jspecify.annotations.Nullable;

/**
 * Reads names and types of the properties in configuration metadata, in one pass over its
 * text. An application need not have a JSON library, and to load the classes of one takes
 * many times as long.
 */
final class MetadataReader {

	/** A property is an object in an array in the object that the file is. */
	private static final int DEPTH = 3;

	private final String json;

	private final Found found;

	private int at;

	private int depth;

	private String section = "";

	private String member = "";

	private @Nullable String name;

	private @Nullable String type;

	private MetadataReader(String json, Found found) {
		this.json = json;
		this.found = found;
	}

	/** Reports each property. What is no JSON is read as far as it looks like it. */
	static void read(String json, Found found) {
		new MetadataReader(json, found).read();
	}

	private void read() {
		while (this.at < this.json.length()) {
			switch (this.json.charAt(this.at++)) {
				case '{', '[' -> this.depth++;
				case '}', ']' -> close();
				case '"' -> text(string());
				default -> {
				}
			}
		}
	}

	private void close() {
		String ended = this.name;
		if (this.depth == DEPTH && ended != null) {
			this.found.property(ended, this.type);
		}
		if (this.depth == DEPTH) {
			this.name = null;
			this.type = null;
		}
		this.depth--;
	}

	/** The name of a member has a colon behind it, its value has not. */
	private void text(String text) {
		while (this.at < this.json.length() && Character.isWhitespace(this.json.charAt(this.at))) {
			this.at++;
		}
		if (this.at < this.json.length() && this.json.charAt(this.at) == ':') {
			this.member = text;
			this.section = (this.depth == 1) ? text : this.section;
		}
		else if (this.depth == DEPTH && this.section.equals("properties")) {
			switch (this.member) {
				case "name" -> this.name = text;
				case "type" -> this.type = text;
				default -> {
				}
			}
		}
	}

	/** Up to its end; what is escaped in it is no part of a name or type. */
	private String string() {
		int start = this.at;
		while (this.at < this.json.length() && this.json.charAt(this.at) != '"') {
			this.at += (this.json.charAt(this.at) == '\\') ? 2 : 1;
		}
		int end = Math.min(this.at, this.json.length());
		this.at = end + 1;
		return this.json.substring(start, end);
	}

	/**
	 * Takes what is found.
	 */
	@FunctionalInterface
	interface Found {

		void property(String name, @Nullable String type);

	}

}
