package io.github.leaderelection.simulator.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a mutant's file. The file begins with {@code rule:}, {@code algorithm:},
 * {@code breaks:}, {@code scenario:} and {@code survives:} lines; then follow edits, each
 * with the file named once above its first edit: <pre>
 * --- quorum/role/Leader.java
 * &lt;&lt;&lt;&lt;
 * the text to replace
 * ====
 * what takes its place
 * &gt;&gt;&gt;&gt;
 * </pre>
 */
final class MutantReader {

	private final String name;

	private final List<String> rules = new ArrayList<>();

	private final List<String> breaks = new ArrayList<>();

	private final List<String> scenarios = new ArrayList<>();

	private final List<String> survives = new ArrayList<>();

	private final List<SourceEdit> edits = new ArrayList<>();

	private final StringBuilder search = new StringBuilder();

	private final StringBuilder replacement = new StringBuilder();

	private String file = "";

	private String algorithm = Mutant.QUORUM;

	private Part part = Part.HEAD;

	private MutantReader(String name) {
		this.name = name;
	}

	static Mutant read(String name, List<String> lines) {
		MutantReader reader = new MutantReader(name);
		lines.forEach(reader::line);
		return reader.mutant();
	}

	private void line(String line) {
		switch (this.part) {
			case HEAD -> head(line);
			case SEARCH -> collect(line, "====", this.search, Part.REPLACEMENT);
			case REPLACEMENT -> collect(line, ">>>>", this.replacement, Part.HEAD);
		}
	}

	private void head(String line) {
		if (line.startsWith("rule:")) {
			this.rules.add(line.substring("rule:".length()).strip());
		}
		else if (line.startsWith("breaks:")) {
			this.breaks.add(line.substring("breaks:".length()).strip());
		}
		else if (line.startsWith("algorithm:")) {
			this.algorithm = line.substring("algorithm:".length()).strip();
		}
		else if (line.startsWith("scenario:")) {
			this.scenarios.add(line.substring("scenario:".length()).strip());
		}
		else if (line.startsWith("survives:")) {
			this.survives.add(line.substring("survives:".length()).strip());
		}
		else if (line.startsWith("--- ")) {
			this.file = line.substring("--- ".length()).strip();
		}
		else if (line.equals("<<<<")) {
			require(!this.file.isEmpty(), "an edit names no file");
			this.part = Part.SEARCH;
		}
		else {
			require(line.isBlank(), "the line '" + line + "' is not understood");
		}
	}

	private void collect(String line, String end, StringBuilder text, Part next) {
		if (!line.equals(end)) {
			text.append(line).append('\n');
			return;
		}
		this.part = next;
		if (next == Part.HEAD) {
			this.edits.add(new SourceEdit(this.file, this.search.toString(), this.replacement.toString()));
			this.search.setLength(0);
			this.replacement.setLength(0);
		}
	}

	private Mutant mutant() {
		require(this.part == Part.HEAD, "the last edit has no end");
		require(this.rules.size() == 1, "it does not name the one rule it breaks");
		require(!this.breaks.isEmpty(), "it does not say what it breaks");
		require(!this.edits.isEmpty(), "it changes nothing");
		return new Mutant(this.name, this.rules.get(0), String.join(" ", this.breaks), List.copyOf(this.scenarios),
				String.join(" ", this.survives), List.copyOf(this.edits), this.algorithm);
	}

	private void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new IllegalStateException("The mutant '" + this.name + "' cannot be read: " + otherwise);
		}
	}

	/**
	 * Where in the file the reader is.
	 */
	private enum Part {

		HEAD, SEARCH, REPLACEMENT

	}

}
