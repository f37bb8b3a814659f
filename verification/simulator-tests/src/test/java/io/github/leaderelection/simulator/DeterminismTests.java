package io.github.leaderelection.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.fault.plan.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A seed gives the same trace, to the byte, wherever it is run.
 */
class DeterminismTests {

	private static final long SHORT = 20_000_000_000L;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6 })
	void seedGivesTheSameTraceAgain(long seed) {
		assertThat(trace(seed)).isEqualTo(trace(seed));
	}

	@Test
	void seedsGiveDifferentTraces() {
		assertThat(trace(1)).isNotEqualTo(trace(2));
	}

	@Test
	void tracingChangesNothing() {
		Result quiet = Simulator.runSeed(Algorithm.named(Algorithm.DEFAULT), 7, SHORT);
		Result traced = Simulator.replay(7, SHORT, (line) -> {
		});
		assertThat(traced.events()).isEqualTo(quiet.events());
		assertThat(traced.ledNanos()).isEqualTo(quiet.ledNanos());
	}

	@Test
	void seedGivesTheSameTraceInAnotherClassLoader() throws Exception {
		URL[] classPath = Arrays
			.stream(System.getProperty("java.class.path").split(System.getProperty("path.separator")))
			.map(DeterminismTests::url)
			.toArray(URL[]::new);
		try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
			Class<?> simulator = loader.loadClass(Simulator.class.getName());
			assertThat(simulator).isNotSameAs(Simulator.class);
			Digest digest = new Digest();
			simulator.getMethod("replay", long.class, long.class, Consumer.class).invoke(null, 3L, SHORT, digest);
			assertThat(digest.hex()).isEqualTo(trace(3));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC" })
	void seedGivesTheSameTraceInAnotherVirtualMachine(String option) throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), option,
				"-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2", "-cp", System.getProperty("java.class.path"),
				SimulatorMain.class.getName(), "replay", "--seed", "5", "--minutes", "1")
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		Digest other = new Digest();
		process.inputReader(StandardCharsets.UTF_8).lines().filter(DeterminismTests::isTrace).forEach(other);
		assertThat(process.waitFor()).isZero();
		Digest here = new Digest();
		Simulator.replay(5, 60_000_000_000L, here);
		assertThat(other.hex()).isEqualTo(here.hex());
	}

	private static boolean isTrace(String line) {
		return line.startsWith(" ");
	}

	private static String trace(long seed) {
		Digest digest = new Digest();
		Simulator.replay(seed, SHORT, digest);
		return digest.hex();
	}

	private static URL url(String path) {
		try {
			URI uri = Path.of(path).toUri();
			return uri.toURL();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The digest of all lines.
	 */
	private static final class Digest implements Consumer<String> {

		private final MessageDigest digest;

		Digest() {
			try {
				this.digest = MessageDigest.getInstance("SHA-256");
			}
			catch (NoSuchAlgorithmException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void accept(String line) {
			this.digest.update(line.getBytes(StandardCharsets.UTF_8));
			this.digest.update((byte) '\n');
		}

		String hex() {
			return HexFormat.of().formatHex(this.digest.digest());
		}

	}

}
