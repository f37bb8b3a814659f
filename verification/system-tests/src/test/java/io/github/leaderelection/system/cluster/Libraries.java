package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
