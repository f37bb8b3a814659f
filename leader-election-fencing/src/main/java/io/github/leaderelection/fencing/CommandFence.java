package io.github.leaderelection.fencing;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences by a command. Its exit code 0 confirms, 1 refuses; each other code, a command
 * that cannot be started, and one that does not end in time say nothing. A command that
 * does not end in time is killed. Its output goes to the log.
 *
 * <p>
 * The command runs without a shell, with these variables in its environment:
 * {@code FENCE_NODE}, {@code FENCE_INCARNATION}, {@code FENCE_TOKEN},
 * {@code FENCE_GROUP}, and {@code FENCE_URL}, which is empty if it is not known.
 *
 * @author Leader Election contributors
 * @since 0.1.0
 */
public final class CommandFence implements NodeFence {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final int MOST_LINES = 100;

	private final List<String> command;

	private final Duration timeout;

	/**
	 * Creates a fence.
	 * @param command the command and its arguments
	 * @param timeout how long the command may take
	 */
	public CommandFence(List<String> command, Duration timeout) {
		if (command.isEmpty() || command.get(0).isBlank()) {
			throw new IllegalArgumentException("There is no command: name a program, and its arguments one by one");
		}
		this.command = List.copyOf(command);
		this.timeout = timeout;
	}

	@Override
	public Outcome fence(Target target) {
		ProcessBuilder builder = new ProcessBuilder(this.command).redirectErrorStream(true);
		builder.environment()
			.putAll(Map.of("FENCE_NODE", target.member().value(), "FENCE_INCARNATION",
					Long.toString(target.incarnation()), "FENCE_TOKEN", Long.toString(target.fencingToken()),
					"FENCE_GROUP", target.group(), "FENCE_URL", (target.url() != null) ? target.url() : ""));
		Process process;
		try {
			process = builder.start();
			process.getOutputStream().close();
		}
		catch (IOException ex) {
			logger.error("Group '{}': the fence cannot be run: {}", target.group(), ex.toString());
			return Outcome.UNKNOWN;
		}
		Thread reader = new Thread(() -> log(target, process), "leader-election-fence-output");
		reader.setDaemon(true);
		reader.start();
		try {
			if (process.waitFor(this.timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				return outcome(process.exitValue());
			}
			logger.error("Group '{}': the fence of '{}' has not ended within {}, and is killed", target.group(),
					target.member(), this.timeout);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly();
		return Outcome.UNKNOWN;
	}

	private static Outcome outcome(int exitCode) {
		return switch (exitCode) {
			case 0 -> Outcome.CONFIRMED;
			case 1 -> Outcome.REFUSED;
			default -> Outcome.UNKNOWN;
		};
	}

	private static void log(Target target, Process process) {
		try (BufferedReader output = process.inputReader()) {
			int lines = 0;
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				if (lines++ < MOST_LINES) {
					logger.info("Group '{}': the fence of '{}' says: {}", target.group(), target.member(), line);
				}
			}
		}
		catch (IOException ex) {
			logger.debug("Group '{}': the output of the fence ended", target.group(), ex);
		}
	}

}
