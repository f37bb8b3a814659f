package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The shipped sources of the elections and of assignments, and the reference guide, only
 * ever read.
 */
final class CoreSources {

	private static final String PACKAGE = "io/github/leaderelection/internal";

	private static final List<String> MODULES = List.of("leader-election-core", "leader-election-algorithms",
			"leader-election-assignments", "leader-election-metadata", "leader-election-node-fencing");

	private final Path project;

	private CoreSources(Path project) {
		this.project = project;
	}

	/**
	 * Finds the sources next to this module, wherever in the project the tests run.
	 * @return the sources
	 */
	static CoreSources find() {
		Path above = Path.of("").toAbsolutePath();
		while (above != null) {
			if (Files.isDirectory(sources(above, MODULES.get(0)))) {
				return new CoreSources(above);
			}
			above = above.getParent();
		}
		throw new IllegalStateException("The sources of the core are not above " + Path.of("").toAbsolutePath());
	}

	private static Path sources(Path project, String module) {
		return project.resolve(module).resolve("src/main/java").resolve(PACKAGE);
	}

	/**
	 * Reads a file.
	 * @param file its path below the root package
	 * @return its text
	 * @throws IllegalStateException if it cannot be read
	 */
	String read(String file) {
		try {
			Path path = MODULES.stream()
				.map((module) -> sources(this.project, module).resolve(file))
				.filter(Files::isRegularFile)
				.findFirst()
				.orElseThrow(() -> new NoSuchFileException(file));
			return Files.readString(path);
		}
		catch (IOException ex) {
			throw new IllegalStateException("the file " + file + " cannot be read: " + ex, ex);
		}
	}

	/**
	 * Reads the page of the mutants.
	 * @return its text, empty where there is no such page
	 */
	String page() {
		try {
			return Files.readString(this.project.resolve("verification/simulator-tests/MUTANTS.md"));
		}
		catch (NoSuchFileException ex) {
			return "";
		}
		catch (IOException ex) {
			throw new IllegalStateException("the page of the mutants cannot be read: " + ex, ex);
		}
	}

	/**
	 * The path of a file as the compiler wants it.
	 * @param file its path below the root package
	 * @return its path below the root of the sources
	 */
	static String pathOf(String file) {
		return PACKAGE + "/" + file;
	}

}
