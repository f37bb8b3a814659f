package io.github.leaderelection.simulator.lab.picture;

import io.github.leaderelection.simulator.lab.stage.Recording;

/**
 * The colours of nodes and faults; they differ in brightness too.
 */
final class Palette {

	static final String INK = "#222222";

	static final String FAINT = "#8a8a8a";

	static final String GRID = "#e4e4e4";

	static final String FAULT = "#c0392b";

	static final String SCOUT = "#b07400";

	static final String PROPOSE = "#8e3c97";

	/** Fills for what is down or stands still. */
	static final String PATTERNS = """
			<pattern id="down" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
			<rect width="8" height="8" fill="#f3e3e1"/><rect width="2.5" height="8" fill="#d9a29b"/></pattern>
			<pattern id="paused" width="6" height="6" patternUnits="userSpaceOnUse">
			<rect width="6" height="6" fill="#e8eaf2"/><rect width="3" height="3" fill="#a9afc9"/></pattern>
			""";

	private static final String[] NODES = { "#1f5fa8", "#c26a00", "#2b8a4b", "#8e3c97", "#a3303a", "#3f7f86", "#6b5b2a",
			"#4a4e8f" };

	private Palette() {
	}

	static String node(int node) {
		return NODES[node % NODES.length];
	}

	static String fill(Recording.Span span) {
		return switch (span.kind()) {
			case LEADS -> "fill=\"" + node(span.node()) + "\"";
			case DOWN -> "fill=\"url(#down)\" stroke=\"#d9a29b\" stroke-width=\"0.6\"";
			case PAUSED -> "fill=\"url(#paused)\" stroke=\"#a9afc9\" stroke-width=\"0.6\"";
		};
	}

}
