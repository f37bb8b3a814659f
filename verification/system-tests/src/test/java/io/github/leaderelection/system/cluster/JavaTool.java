package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a JVM that prepares something.
 */
final class JavaTool {

	/** A loaded machine takes its time. */
	private static final Duration LIMIT = Duration.ofMinutes(3);

	private JavaTool() {
	}

	/**
	 * Runs a command to its end.
	 * @param command the command
	 * @throws IOException if it cannot be run
	 * @throws IllegalStateException if it fails or takes too long
	 */
	static void run(List<String> command) throws IOException {
		Path log = Files.createTempFile("java-tool-", ".txt");
		Process process = start(command, log);
		awaitEnd(process, command, log);
		if (process.exitValue() != 0) {
			throw new IllegalStateException(
					command + " ended with " + process.exitValue() + ":\n" + Files.readString(log));
		}
		Files.delete(log);
	}

	/**
	 * Runs a command until it has written something, and then asks it to end.
	 * @param text what it writes
	 * @param command the command
	 * @throws IOException if it cannot be run
	 * @throws IllegalStateException if it ends before, or takes too long
	 */
	static void runUntil(String text, List<String> command) throws IOException {
		Path log = Files.createTempFile("java-tool-", ".txt");
		Process process = start(command, log);
		try {
			Await.until(() -> "'" + text + "' in " + log, LIMIT, () -> !process.isAlive() || read(log).contains(text));
		}
		finally {
			process.destroy();
		}
		awaitEnd(process, command, log);
		if (!read(log).contains(text)) {
			throw new IllegalStateException(command + " ended too early:\n" + read(log));
		}
		Files.delete(log);
	}

	private static Process start(List<String> command, Path log) throws IOException {
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
	}

	private static String read(Path log) {
		try {
			return Files.readString(log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void awaitEnd(Process process, List<String> command, Path log) {
		try {
			if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
				process.destroyForcibly();
				throw new IllegalStateException("Not done within " + LIMIT + ": " + command + ", see " + log);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for " + command, ex);
		}
	}

}
