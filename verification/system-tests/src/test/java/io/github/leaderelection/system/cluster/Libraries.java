package io.github.leaderelection.system.cluster;

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

}
