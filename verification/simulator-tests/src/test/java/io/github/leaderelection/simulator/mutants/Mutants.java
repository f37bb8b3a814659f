package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The mutants of this project: one file each.
 */
final class Mutants {

	private static final String FOLDER = "/mutants";

	private static final String SUFFIX = ".mutant";

	private Mutants() {
	}

	static List<Mutant> all() {
		URL folder = Objects.requireNonNull(Mutants.class.getResource(FOLDER), "no folder " + FOLDER);
		try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
			return files.filter((file) -> file.toString().endsWith(SUFFIX)).sorted().map(Mutants::read).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Mutant read(Path file) {
		String name = file.getFileName().toString();
		try {
			return MutantReader.read(name.substring(0, name.length() - SUFFIX.length()), Files.readAllLines(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
