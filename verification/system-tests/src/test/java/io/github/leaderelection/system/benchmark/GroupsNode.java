package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

import io.github.leaderelection.probe.GroupsFile;
import io.github.leaderelection.probe.GroupsFile.Sample;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * A process with many groups and what its probe wrote.
 */
record GroupsNode(MeasuredProcess process, Path file) {

	static GroupsNode start(NodeProcess place, Path directory) {
		Path file = directory.resolve("groups.txt");
		MeasuredProcess process = MeasuredProcess.start(place, directory, List.of("-Xmx512m"),
				List.of("--" + ProbeNames.GROUPS + "=" + file));
		return new GroupsNode(process, file);
	}

	List<Sample> samples() {
		try {
			return GroupsFile.read(this.file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** When the electors had started. */
	long started() {
		return samples().get(0).at();
	}

	int ledNow() {
		List<Sample> samples = samples();
		return samples.isEmpty() ? 0 : samples.get(samples.size() - 1).led();
	}

}
