package io.github.leaderelection.simulator.branches;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The lines of the sources of the default election: a branch is named by what is written
 * there, for numbers of lines change with every edit above them.
 */
final class SourceLines {

	private static final String PACKAGE = "leader-election-core/src/main/java/io/github/leaderelection/internal/quorum";

	private final Path folder;

	private final Map<String, List<String>> files = new HashMap<>();

	private SourceLines(Path folder) {
		this.folder = folder;
	}

	/**
	 * Finds the sources in a directory or above it.
	 * @throws IllegalStateException if they are not there
	 */
	static SourceLines above(Path directory) {
		for (Path above = directory.toAbsolutePath(); above != null; above = above.getParent()) {
			if (Files.isDirectory(above.resolve(PACKAGE))) {
				return new SourceLines(above.resolve(PACKAGE));
			}
		}
		throw new IllegalStateException("The sources of the election are not above " + directory.toAbsolutePath()
				+ ": run this within the project, for branches are named by the lines of the sources");
	}

	/**
	 * The package of a type, below that of the election.
	 * @param type its name, without those of packages
	 * @return the name with a dot at its end, empty for that package itself
	 */
	String packageOf(String type) {
		Path below = this.folder.relativize(find(type)).getParent();
		return (below != null) ? below.toString().replace(File.separatorChar, '.') + "." : "";
	}

	private Path find(String type) {
		String file = type.split("\\.")[0] + ".java";
		try (Stream<Path> sources = Files.walk(this.folder)) {
			return sources.filter((path) -> path.endsWith(file))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("There is no source " + file));
		}
		catch (IOException ex) {
			throw new IllegalStateException("The sources cannot be read: " + ex, ex);
		}
	}

	/**
	 * What is written where a branch is.
	 */
	String of(Branch branch) {
		String file = branch.type().split("\\.")[0];
		List<String> lines = this.files.computeIfAbsent(file, this::read);
		return (branch.line() > 0 && branch.line() <= lines.size()) ? lines.get(branch.line() - 1).strip() : "";
	}

	private List<String> read(String file) {
		try {
			return Files.readAllLines(find(file));
		}
		catch (IOException ex) {
			throw new IllegalStateException("The source " + file + " cannot be read: " + ex, ex);
		}
	}

}
