package io.github.leaderelection.probe;

import java.io.IOException;
import java.nio.file.Path;

import io.github.leaderelection.probe.RunFile.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RunFile}.
 */
class RunFileTests {

	@TempDir
	private Path directory;

	@Test
	void equalAnswersMakeOneRunThatCanBeReadWhileWritten() throws IOException {
		Path file = this.directory.resolve("samples.bin");
		RunFile runs = RunFile.create(file);
		assertThat(RunFile.read(file)).isEmpty();
		runs.add(0, 1, 2);
		runs.add(0, 3, 4);
		runs.add(42, 5, 6);
		assertThat(RunFile.read(file)).containsExactly(new Run(0, 1, 2, 3, 4, 2), new Run(42, 5, 6, 5, 6, 1));
		runs.add(42, 7, 8);
		runs.add(0, 9, 10);
		assertThat(RunFile.read(file)).containsExactly(new Run(0, 1, 2, 3, 4, 2), new Run(42, 5, 6, 7, 8, 2),
				new Run(0, 9, 10, 9, 10, 1));
	}

}
