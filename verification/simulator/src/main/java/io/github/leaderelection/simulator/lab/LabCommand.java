package io.github.leaderelection.simulator.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.leaderelection.simulator.lab.exercise.Exercise;
import io.github.leaderelection.simulator.lab.exercise.Exercises;
import io.github.leaderelection.simulator.lab.picture.SequenceDiagram;
import io.github.leaderelection.simulator.lab.picture.Timeline;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.script.ScriptException;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.variant.Election;

/**
 * The command {@code lab}: measures scenarios, prints one table, and draws one seed of
 * each.
 */
public final class LabCommand {

	private static final int KEPT = 0;

	private static final int NOT_KEPT = 1;

	private static final int WRONG_USE = 2;

	private final PrintStream out;

	private final PrintStream err;

	/** Makes the command. */
	public LabCommand(PrintStream out, PrintStream err) {
		this.out = out;
		this.err = err;
	}

	/**
	 * Runs the command.
	 * @return 0 if everything expected came about, 1 if not, 2 if the options or a
	 * scenario are wrong
	 */
	public int execute(List<String> args) {
		try {
			LabOptions options = LabOptions.parse(args);
			if (options.list()) {
				list();
				return KEPT;
			}
			if (options.compare()) {
				new Comparison(options, this.out).print();
				return KEPT;
			}
			if (options.promises()) {
				return new PromiseTable(options.from()).print(this.out) ? KEPT : NOT_KEPT;
			}
			if (!options.exercises().isEmpty()) {
				options.exercises().stream().map(Exercises::find).toList().forEach((each) -> tell(each, options));
				return KEPT;
			}
			return measure(options);
		}
		catch (IllegalArgumentException | ScriptException ex) {
			this.err.println(ex.getMessage());
			return WRONG_USE;
		}
	}

	private void tell(Exercise exercise, LabOptions options) {
		exercise.run(options.from()).lines().forEach(this.out::println);
		this.out.println();
		Recording recording = exercise.recording(options.from());
		String directory = options.pictures();
		if (recording != null && directory != null) {
			draw(recording, exercise.name() + "-" + options.from(), Path.of(directory));
		}
	}

	private int measure(LabOptions options) {
		List<Scenario> scenarios = new ArrayList<>();
		for (String name : options.scenarios()) {
			scenarios.add(Catalogue.find(name).with(options.changes()));
		}
		List<Measurements> rows = new ArrayList<>();
		for (Scenario scenario : scenarios) {
			rows.add(new Batch(scenario, options.algorithm()).run(options.from(), options.seeds(), options.threads()));
		}
		this.out.print(new LabTable(rows).text(options.algorithm(), options.from(), options.seeds()));
		String directory = options.pictures();
		if (directory != null) {
			scenarios.forEach((scenario) -> draw(scenario, options, Path.of(directory)));
		}
		return rows.stream().allMatch((row) -> row.kept() == row.seeds()) ? KEPT : NOT_KEPT;
	}

	private void draw(Scenario scenario, LabOptions options, Path directory) {
		Recording recording = scenario.record(options.drawn(), Election.find(options.algorithm(), scenario.variant()));
		draw(recording, scenario.name() + "-" + options.drawn(), directory);
	}

	private void draw(Recording recording, String name, Path directory) {
		try {
			Files.createDirectories(directory);
			write(directory.resolve(name + "-timeline.svg"), new Timeline(recording).svg());
			write(directory.resolve(name + "-sequence.md"), new SequenceDiagram(recording).markdown());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot draw into " + directory + ": choose another directory", ex);
		}
	}

	private void write(Path file, String picture) throws IOException {
		Files.writeString(file, picture);
		this.out.println(file);
	}

	private void list() {
		Map<String, String> about = new LinkedHashMap<>();
		Catalogue.names().forEach((name) -> about.put(name, Catalogue.find(name).about()));
		list("scenarios", about);
		about.clear();
		Catalogue.breaks().forEach((name) -> about.put(name, broken(Catalogue.find(name))));
		list("broken promises, each of elections that do not make it", about);
		about.clear();
		Exercises.all().forEach((exercise) -> about.put(exercise.name(), exercise.about()));
		list("exercises", about);
		this.out.println("algorithms: " + String.join(", ", Election.names()));
		this.out.println();
		this.out.println("A scenario file has comment lines, settings 'name = value', the line 'steps', and steps:");
		Catalogue.usages().forEach((usage) -> this.out.println("  " + usage));
		this.out.println("  repeat N .. end");
		this.out.println("DURATION is one, or two with 'to' between them; SHARE and PERCENT end with %.");
	}

	private static String broken(Scenario scenario) {
		return scenario.shows() + " of " + String.join(", ", scenario.elections()) + ": " + scenario.about();
	}

	private void list(String title, Map<String, String> about) {
		int width = about.keySet().stream().mapToInt(String::length).max().orElse(0);
		this.out.println(title + ":");
		about.forEach((name, text) -> this.out.printf(Locale.ROOT, "  %-" + width + "s  %s%n", name, text));
		this.out.println();
	}

}
