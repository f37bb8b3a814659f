package io.github.leaderelection.simulator.lab.picture;

import java.util.Locale;

/**
 * Writes SVG. Lengths are pixels, rounded to tenths so that a picture is the same
 * everywhere.
 */
final class Svg {

	private static final String FONT = "font-family=\"Helvetica, Arial, sans-serif\"";

	private final StringBuilder body = new StringBuilder();

	/** A straight line. */
	void line(double x1, double y1, double x2, double y2, String style) {
		add("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" %s/>", n(x1), n(y1), n(x2), n(y2), style);
	}

	void rect(double x, double y, double width, double height, String style) {
		add("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" %s/>", n(x), n(y), n(Math.max(width, 0.8)), n(height),
				style);
	}

	void circle(double x, double y, double radius, String style) {
		add("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s/>", n(x), n(y), n(radius), style);
	}

	void text(double x, double y, int size, Anchor anchor, String style, String text) {
		add("<text x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\" %s>%s</text>", n(x), n(y), size, anchor.word,
				style, escape(text));
	}

	/** Text in as many lines as it needs. */
	double paragraph(double x, double y, double wide, int size, String colour, String text) {
		StringBuilder line = new StringBuilder();
		double down = 0;
		for (String word : text.split(" ", -1)) {
			if (!line.isEmpty() && width(line + " " + word, size) > wide) {
				text(x, y + down, size, Anchor.START, "fill=\"" + colour + "\"", line.toString());
				line.setLength(0);
				down += size + 4;
			}
			line.append(line.isEmpty() ? "" : " ").append(word);
		}
		text(x, y + down, size, Anchor.START, "fill=\"" + colour + "\"", line.toString());
		return down;
	}

	/**
	 * The picture on a white ground, with what describes it to those who do not see it.
	 */
	String picture(double width, double height, String title) {
		return String
			.format(Locale.ROOT,
					"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%s\""
							+ " height=\"%s\" role=\"img\" %s>%n<title>%s</title>%n<defs>%n%s</defs>%n"
							+ "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n%s</svg>%n",
					n(width), n(height), n(width), n(height), FONT, escape(title), Palette.PATTERNS, this.body)
			.replace(System.lineSeparator(), "\n");
	}

	private void add(String format, Object... values) {
		this.body.append(String.format(Locale.ROOT, format, values)).append('\n');
	}

	/**
	 * About how wide a text is.
	 */
	static double width(String text, int size) {
		return text.length() * size * 0.53;
	}

	private static String n(double value) {
		String text = String.format(Locale.ROOT, "%.1f", value);
		return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

	/**
	 * Where a text lies beside its point.
	 */
	enum Anchor {

		/** The point is its beginning. */
		START("start"),

		/** The point is its middle. */
		MIDDLE("middle"),

		/** The point is its end. */
		END("end");

		private final String word;

		Anchor(String word) {
			this.word = word;
		}

	}

}
