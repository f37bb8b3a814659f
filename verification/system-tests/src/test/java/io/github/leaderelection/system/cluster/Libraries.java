package io.github.leaderelection.system.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * What else a test starts beside the nodes.
 */
public final class Libraries {

	private Libraries() {
	}

	/**
	 * A library that the packaged application brings.
	 * @param name its name, without the version
	 * @return the jar
	 */
	public static Path named(String name) {
		return SampleJar.library(name);
	}

	/**
	 * Copies libraries of the tests, for an application that does not bring them.
	 * @param directory where to
	 * @param names what their names begin with
	 * @return the directory
	 */
	public static Path copied(Path directory, String... names) {
		try {
			Files.createDirectories(directory);
			for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
				Path jar = Path.of(entry);
				String name = jar.getFileName().toString();
				if (name.endsWith(".jar") && Stream.of(names).anyMatch(name::startsWith)) {
					Files.copy(jar, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
				}
			}
			return directory;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The command of this JVM.
	 * @return the command
	 */
	public static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	/**
	 * Where processes leave their files.
	 * @param name the name of a cluster
	 * @return its directory
	 */
	public static Path directory(String name) {
		return SampleJar.target().resolve("processes").resolve(name);
	}

	/**
	 * A directory for files of processes, with nothing in it.
	 * @param name its name
	 * @return the directory
	 */
	public static Path emptyDirectory(String name) {
		Path directory = directory(name);
		try {
			Directories.delete(directory);
			return Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
