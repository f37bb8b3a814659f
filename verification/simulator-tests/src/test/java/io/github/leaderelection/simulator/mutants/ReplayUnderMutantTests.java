package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.simulator.Simulator;
import io.github.leaderelection.simulator.replay.RecordedCluster;
import io.github.leaderelection.simulator.replay.ReplayCommand;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A trace that was recorded by the election as it ships, replayed by one that was changed
 * since.
 */
class ReplayUnderMutantTests {

	private static final MutantWorld world = new MutantWorld();

	@TempDir
	private static Path directory;

	private static List<Path> traces;

	private final List<String> lines = new ArrayList<>();

	@BeforeAll
	static void record() throws IOException {
		traces = new ArrayList<>();
		for (String trace : RecordedCluster.afterSeconds(5)) {
			traces.add(Files.writeString(directory.resolve(traces.size() + ".trace"), trace));
		}
	}

	@Test
	void theElectionAsItShipsDoesTheSame() throws Exception {
		assertThat(replay(Map.of())).containsExactly(0, 0, 0);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "lease-from-arrival", "lease-ignores-drift", "vote-before-saved", "new-cluster-by-majority" })
	void aMutantIsReportedAsDifferent(String name) throws Exception {
		Mutant mutant = Mutants.all().stream().filter((each) -> each.name().equals(name)).findFirst().orElseThrow();
		assertThat(replay(world.compile(mutant))).contains(1).doesNotContain(2);
		assertThat(this.lines).anyMatch((line) -> line.startsWith("NOT as recorded: "));
	}

	/** The exit codes, of the leader's trace first. */
	private List<Integer> replay(Map<String, byte[]> mutated) throws Exception {
		URL[] own = { location(ElectionProtocol.class), location(Simulator.class), location(MutantWorld.class) };
		List<Integer> codes = new ArrayList<>();
		try (MutantClassLoader loader = new MutantClassLoader(own, mutated)) {
			Class<?> type = loader.loadClass(ReplayCommand.class.getName());
			Consumer<String> out = this.lines::add;
			Object command = type.getConstructor(Consumer.class).newInstance(out);
			for (Path trace : traces) {
				codes.add((Integer) type.getMethod("execute", List.class)
					.invoke(command, List.of("--file", trace.toString())));
			}
		}
		return codes;
	}

	private static URL location(Class<?> type) {
		return type.getProtectionDomain().getCodeSource().getLocation();
	}

}
