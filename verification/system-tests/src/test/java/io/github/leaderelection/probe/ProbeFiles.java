package io.github.leaderelection.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a probe writes.
 *
 * @param samples the answers to {@code isLeader()}, the token for yes
 * @param gate whether gated calls were admitted, 1 for yes
 * @param known the term of the leader that the node knows, 0 for none
 * @param terms the highest term that the node knows
 * @param voting whether the node votes, 1 for yes
 * @param led the term that the node leads, 0 for none
 * @param events what happened
 */
record ProbeFiles(RunFile samples, RunFile gate, RunFile known, RunFile terms, RunFile voting, RunFile led,
		EventFile events) {

	static ProbeFiles create(Path directory) {
		try {
			Files.createDirectories(directory);
			return new ProbeFiles(RunFile.create(directory.resolve(ProbeNames.SAMPLES)),
					RunFile.create(directory.resolve(ProbeNames.GATE)),
					RunFile.create(directory.resolve(ProbeNames.KNOWN)),
					RunFile.create(directory.resolve(ProbeNames.TERMS)),
					RunFile.create(directory.resolve(ProbeNames.VOTING)),
					RunFile.create(directory.resolve(ProbeNames.LED)),
					EventFile.create(directory.resolve(ProbeNames.EVENTS)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot make the probe's files in " + directory, ex);
		}
	}

}
