package io.github.leaderelection.simulator.lab.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Where scenarios come from: the simulator's own, in the directory {@code lab} of its
 * jar, or a file.
 */
public final class Catalogue {

	private static final String DIRECTORY = "/lab/";

	private static final String SUFFIX = ".lab";

	private Catalogue() {
	}

	/**
	 * The names of the simulator's own scenarios.
	 * @return in the order in which they are listed
	 */
	public static List<String> names() {
		return lines("index");
	}

	/**
	 * The names of the simulator's own scenarios that each show how an election that does
	 * not make a promise breaks it.
	 * @return in the order in which they are listed
	 */
	public static List<String> breaks() {
		return lines("breaks");
	}

	private static List<String> lines(String name) {
		return resource(name).lines().map(String::strip).filter((line) -> !line.isEmpty()).toList();
	}

	/**
	 * Finds a scenario.
	 * @param name one of {@link #names()} or {@link #breaks()}, or the path of a file
	 * @throws ScriptException if there is none or it cannot be read; the message says
	 * where and what to do
	 */
	public static Scenario find(String name) {
		if (names().contains(name) || breaks().contains(name)) {
			return parse(name, name + SUFFIX, resource(name + SUFFIX));
		}
		if (!name.contains("/") && !name.endsWith(SUFFIX)) {
			throw new ScriptException("There is no scenario '" + name + "': use one of " + names() + ", one of "
					+ breaks() + ", or the path of a file that ends with " + SUFFIX);
		}
		Path path = Path.of(name);
		try {
			String file = String.valueOf(path.getFileName());
			String base = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
			return parse(base, name, Files.readString(path));
		}
		catch (NoSuchFileException ex) {
			throw new ScriptException("There is no file '" + name + "': check the path");
		}
		catch (IOException ex) {
			throw new ScriptException("The file '" + name + "' cannot be read: " + ex);
		}
	}

	/**
	 * Reads a scenario.
	 * @throws ScriptException if it cannot be read
	 */
	public static Scenario parse(String name, String source, String text) {
		return ScenarioReader.read(name, source, text.lines().toList());
	}

	/** How steps are written. */
	public static List<String> usages() {
		return ScenarioReader.usages();
	}

	private static String resource(String name) {
		try (InputStream stream = Catalogue.class.getResourceAsStream(DIRECTORY + name)) {
			if (stream == null) {
				throw new IllegalStateException("The jar lacks " + DIRECTORY + name + ": build it anew");
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
