package io.github.leaderelection.system.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs a command of the operating system.
 */
final class Command {

	private Command() {
	}

	/**
	 * Runs a command to its end.
	 * @param command the command
	 * @throws IllegalStateException if it fails
	 */
	static void run(List<String> command) {
		run(command, "");
	}

	/**
	 * Runs a command to its end.
	 * @param command the command
	 * @param input what it reads
	 * @throws IllegalStateException if it fails
	 */
	static void run(List<String> command, String input) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
			process.getOutputStream().close();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (process.waitFor() != 0) {
				throw new IllegalStateException(
						"Ended with " + process.exitValue() + ": " + String.join(" ", command) + "\n" + output);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while running " + command, ex);
		}
	}

}
