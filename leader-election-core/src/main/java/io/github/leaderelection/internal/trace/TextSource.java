package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.internal.recordcodec.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads exactly the output of a {@link TextSink}.
 */
final class TextSource implements Source {

	static final String NULL = "null";

	private static final int SHOWN = 30;

	private final String text;

	private final int line;

	private int position;

	/**
	 * Reads a line.
	 * @param line its number, for exceptions
	 */
	TextSource(String text, int line) {
		this.text = text;
		this.line = line;
	}

	/** Requires the end of the line. */
	void end() {
		if (this.position != this.text.length()) {
			throw unexpected("the line should end here");
		}
	}

	/** Consumes an expected text. */
	void expect(String expected) {
		if (!this.text.startsWith(expected, this.position)) {
			throw unexpected("'" + expected + "' should stand here");
		}
		this.position += expected.length();
	}

	/** The text up to the next delimiter; not consumed. */
	private String word() {
		int at = this.position;
		while (at < this.text.length() && ",()[]=\" ".indexOf(this.text.charAt(at)) < 0) {
			at++;
		}
		return this.text.substring(this.position, at);
	}

	@Override
	public long number() {
		String word = word();
		try {
			long number = Long.parseLong(word);
			return consumed(number, word);
		}
		catch (NumberFormatException ex) {
			throw unexpected("a whole number of 64 bits should stand here");
		}
	}

	@Override
	public double real() {
		String word = word();
		try {
			double number = Double.parseDouble(word);
			return consumed(number, word);
		}
		catch (NumberFormatException ex) {
			throw unexpected("a number should stand here");
		}
	}

	/** Accepts only the one text that is written for the value. */
	private <T extends Number> T consumed(T number, String word) {
		if (!number.toString().equals(word)) {
			throw unexpected("the number should be written as " + number);
		}
		this.position += word.length();
		return number;
	}

	@Override
	public boolean flag() {
		return constant(List.of("false", "true")) == 1;
	}

	@Override
	public String text() {
		expect("\"");
		StringBuilder read = new StringBuilder();
		while (true) {
			char c = next();
			if (c == '"') {
				return read.toString();
			}
			read.append((c != '\\') ? c : escaped());
		}
	}

	private char next() {
		if (this.position >= this.text.length()) {
			throw unexpected("a text should go on or end here");
		}
		return this.text.charAt(this.position++);
	}

	private char escaped() {
		char c = next();
		if (c == '"' || c == '\\') {
			return c;
		}
		int end = this.position + 4;
		if (c == 'u' && end <= this.text.length()) {
			try {
				char read = (char) Integer.parseInt(this.text, this.position, end, 16);
				this.position = end;
				return read;
			}
			catch (NumberFormatException ex) {
				throw unexpected("four hexadecimal digits should stand here");
			}
		}
		throw unexpected("there is no escape '\\" + c + "'");
	}

	@Override
	public int constant(List<String> names) {
		int index = kind(names);
		this.position += names.get(index).length();
		return index;
	}

	@Override
	public boolean presence() {
		if (word().equals(NULL)) {
			this.position += NULL.length();
			return false;
		}
		return true;
	}

	@Override
	public int kind(List<String> names) {
		int index = names.indexOf(word());
		if (index < 0) {
			throw unexpected("one of " + names + " should stand here");
		}
		return index;
	}

	@Override
	public @Nullable Object repeated() {
		return null;
	}

	@Override
	public void remember(Object value) {
		// The text form has no back references.
	}

	@Override
	public void openRecord(String name) {
		expect(name);
		expect("(");
	}

	@Override
	public void component(String name, int index) {
		if (index > 0) {
			expect(", ");
		}
		expect(name);
		expect("=");
	}

	@Override
	public void closeRecord() {
		expect(")");
	}

	@Override
	public int openList() {
		expect("[");
		return -1;
	}

	@Override
	public boolean element(int index, int size) {
		if (this.text.startsWith("]", this.position)) {
			this.position++;
			return false;
		}
		if (index > 0) {
			expect(", ");
		}
		return true;
	}

	@Override
	public TraceException unexpected(String problem) {
		int end = Math.min(this.text.length(), this.position + SHOWN);
		String found = (this.position < this.text.length())
				? "'" + this.text.substring(this.position, end) + ((end < this.text.length()) ? "..." : "") + "'"
				: "the end of the line";
		return new TraceException("Line " + this.line + ", column " + (this.position + 1) + ": " + problem
				+ ", but there is " + found
				+ ". Download the trace again, or read it with the version that wrote it if its heading names another");
	}

}
