package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A rule of the election.
 *
 * @param key names it: its number, and a letter for the part of it
 * @param sentence what it says, between asterisks what the proof leans on
 * @param noCode why no mutant can break it, empty for a rule that code keeps
 */
record Rule(String key, String sentence, String noCode) {

	private static final String FILE = "/mutants/rules.txt";

	/**
	 * Reads all rules.
	 * @return in the order of their numbers
	 * @throws IllegalStateException if the file cannot be understood
	 */
	static List<Rule> all() {
		try (InputStream file = Objects.requireNonNull(Rule.class.getResourceAsStream(FILE), FILE)) {
			return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.startsWith("#"))
				.map(Rule::parse)
				.toList();
		}
		catch (IOException ex) {
			throw new IllegalStateException("The rules cannot be read", ex);
		}
	}

	private static Rule parse(String line) {
		String[] parts = line.split(" \\| ");
		if (parts.length < 2 || parts.length > 3) {
			throw new IllegalStateException("The line '" + line + "' is no rule: write key | sentence [| why no code]");
		}
		return new Rule(parts[0].strip(), parts[1].strip(), (parts.length == 3) ? parts[2].strip() : "");
	}

}
