package io.github.leaderelection.system.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.system.cluster.Await;
import org.jspecify.annotations.Nullable;

/**
 * A server that one command starts, as often as it is killed.
 */
final class ServerProcess implements StoreServer {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<String> command;

	private final Path directory;

	private final int port;

	private final Map<String, String> settings;

	private final List<Path> libraries;

	private @Nullable Process process;

	/**
	 * Says how to start it.
	 * @param command starts it
	 * @param directory where it runs, created where it does not exist
	 * @param port where it listens on the loopback address
	 * @param settings of an application
	 * @param libraries of an application
	 */
	ServerProcess(List<String> command, Path directory, int port, Map<String, String> settings, List<Path> libraries) {
		this.command = List.copyOf(command);
		this.directory = directory;
		this.port = port;
		this.settings = settings;
		this.libraries = libraries;
	}

	@Override
	public Map<String, String> settings() {
		return this.settings;
	}

	@Override
	public List<Path> libraries() {
		return this.libraries;
	}

	@Override
	public void kill() {
		Process running = this.process;
		if (running != null) {
			// What it started goes with it: a database has a process for each connection.
			List<ProcessHandle> all = running.toHandle().descendants().toList();
			running.destroyForcibly();
			all.forEach(ProcessHandle::destroyForcibly);
			running.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		}
	}

	@Override
	public void startAgain() {
		Path log = this.directory.resolve("server.txt");
		try {
			Files.createDirectories(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		launch(log);
		Await.until(() -> this.command.get(0) + " serves, see " + log, PATIENCE, () -> serves(log));
	}

	private void launch(Path log) {
		try {
			Process started = new ProcessBuilder(this.command).directory(this.directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start();
			Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
			this.process = started;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A server refuses to start while a process that its killed predecessor had started
	 * has not quite gone: then it is started once more.
	 */
	private boolean serves(Path log) {
		Process started = this.process;
		if (started == null || !started.isAlive()) {
			launch(log);
			return false;
		}
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port), 1000);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public void close() {
		kill();
	}

}
