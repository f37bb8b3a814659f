package io.github.leaderelection.internal.keys;

import org.jspecify.annotations.Nullable;

/**
 * Reads names and types of properties in configuration metadata, in one pass over the
 * text. An application may lack a JSON library, and loading its classes takes far longer.
 */
final class MetadataReader {

	/** The nesting depth of a property: an object in an array of the root object. */
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

	/**
	 * Reports each property. Text that is no JSON is read as far as it resembles JSON.
	 */
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

	/** Takes a text as the name of a member if a colon follows, otherwise as a value. */
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

	/** Reads a string. Escapes are not decoded, because names and types have none. */
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
	 * Receives the properties.
	 */
	@FunctionalInterface
	interface Found {

		void property(String name, @Nullable String type);

	}

}
