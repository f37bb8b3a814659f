package io.github.leaderelection.fencing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.fencing.NodeFence.Outcome;
import io.github.leaderelection.fencing.NodeFence.Target;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Fencing by a command.
 */
@DisabledOnOs(OS.WINDOWS)
class CommandFenceTests {

	private static final Target TARGET = new Target("orders", NodeId.of("a"), null, -7, 5);

	@TempDir
	private Path directory;

	private Outcome fence(String script, Duration timeout) {
		return new CommandFence(List.of("/bin/sh", "-c", script), timeout).fence(TARGET);
	}

	@ParameterizedTest
	@CsvSource({ "0, CONFIRMED", "1, REFUSED", "2, UNKNOWN", "137, UNKNOWN" })
	void onlyExitCodeZeroConfirms(int code, Outcome outcome) {
		assertThat(fence("exit " + code, Duration.ofMinutes(1))).isEqualTo(outcome);
	}

	@Test
	void commandThatCannotBeStartedSaysNothing() {
		CommandFence fence = new CommandFence(List.of(this.directory.resolve("missing").toString()),
				Duration.ofMinutes(1));
		assertThat(fence.fence(TARGET)).isEqualTo(Outcome.UNKNOWN);
	}

	@Test
	void commandThatDoesNotEndIsKilledWithWhatItStarted() throws IOException {
		Path pid = this.directory.resolve("pid");
		assertThat(fence("sleep 600 & echo $! > " + pid + "; wait", Duration.ofSeconds(2))).isEqualTo(Outcome.UNKNOWN);
		long started = Long.parseLong(Files.readString(pid).trim());
		Awaitility.await()
			.until(() -> ProcessHandle.of(started).map((each) -> !each.isAlive()).or(() -> Optional.of(true)).get());
	}

	@Test
	void commandIsToldWhomToStop() throws IOException {
		Path told = this.directory.resolve("told");
		fence("echo $FENCE_GROUP $FENCE_NODE $FENCE_INCARNATION $FENCE_TOKEN [$FENCE_URL] > " + told,
				Duration.ofMinutes(1));
		assertThat(told).hasContent("orders a -7 5 []");
	}

	@Test
	void argumentsSeeNoShell() throws IOException {
		Path told = this.directory.resolve("told");
		new CommandFence(List.of("/bin/sh", "-c", "echo \"$1\" > " + told, "sh", "$(id); *"), Duration.ofMinutes(1))
			.fence(TARGET);
		assertThat(told).hasContent("$(id); *");
	}

	@Test
	void commandWithMuchOutputIsNotHeldUp() {
		assertThat(
				fence("i=0; while [ $i -lt 5000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done",
						Duration.ofMinutes(1)))
			.isEqualTo(Outcome.CONFIRMED);
	}

	@Test
	void thereIsACommand() {
		assertThatIllegalArgumentException().isThrownBy(() -> new CommandFence(List.of(), Duration.ofMinutes(1)))
			.withMessageContaining("name a program");
	}

}
