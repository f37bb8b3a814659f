package io.github.leaderelection.simulator.lab.exercise;

import java.util.List;
import java.util.Map;

/**
 * What a run of an exercise came to.
 *
 * @param figures what was counted and measured, by name; all of them stand in the lines
 */
public record Story(List<String> lines, Map<String, Long> figures) {

	/**
	 * Copies what it is given.
	 */
	public Story {
		lines = List.copyOf(lines);
		figures = Map.copyOf(figures);
	}

	/**
	 * A figure.
	 * @throws IllegalArgumentException if there is none of this name; the message lists
	 * the names
	 */
	public long figure(String name) {
		Long figure = this.figures.get(name);
		if (figure == null) {
			throw new IllegalArgumentException(
					"There is no figure '" + name + "': use one of " + this.figures.keySet());
		}
		return figure;
	}

}
