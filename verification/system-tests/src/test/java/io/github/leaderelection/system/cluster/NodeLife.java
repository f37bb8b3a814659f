package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.leaderelection.probe.EventFile;
import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile;
import io.github.leaderelection.probe.RunFile.Run;

/**
 * What one process left behind, or leaves as it runs.
 *
 * @param directory its directory
 */
record NodeLife(Path directory) {

	Path probe() {
		return this.directory.resolve("probe");
	}

	/** The group's directory within the probe's, empty for the default group. */
	List<Run> runs(String group, String name) {
		Path file = probe().resolve(group).resolve(name);
		try {
			return Files.exists(file) ? RunFile.read(file) : List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	List<Happening> happenings(String group) {
		Path file = probe().resolve(group).resolve(ProbeNames.EVENTS);
		try {
			return Files.exists(file) ? EventFile.read(file) : List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String output() {
		try {
			return Files.readString(this.directory.resolve("output.txt"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
