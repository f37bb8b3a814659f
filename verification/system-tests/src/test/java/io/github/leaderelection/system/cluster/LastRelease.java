package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jars of the last release, where {@code verification/last-release} has built them.
 */
public final class LastRelease {

	/** Names another directory, of another release. */
	private static final Path DIRECTORY = Path
		.of(System.getProperty("last-release.directory", SampleJar.target().resolve("last-release").toString()));

	private LastRelease() {
	}

	/**
	 * Whether the jars are there.
	 * @return whether a cluster can run them
	 */
	public static boolean isBuilt() {
		return Files.isDirectory(DIRECTORY);
	}

	/**
	 * The modules that the application does not bring.
	 * @return their directory
	 */
	public static List<Path> modules() {
		return List.of(DIRECTORY.resolve("modules"));
	}

	static Path application() {
		try (Stream<Path> files = Files.list(DIRECTORY)) {
			return files.filter((file) -> file.getFileName().toString().matches("sample-app-.*\\.jar"))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException(
						"There is no sample-app-*.jar in " + DIRECTORY + ": run verification/last-release"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
