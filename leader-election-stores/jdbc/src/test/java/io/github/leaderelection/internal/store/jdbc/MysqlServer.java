package io.github.leaderelection.internal.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.transport.link.Ports;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

/**
 * A MySQL server in a process of its own: what the environment variable {@code MYSQLD}
 * names. Tests that start it are skipped without.
 */
public final class MysqlServer {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final String binary;

	/** Short, for it is part of the name of a socket. */
	private final Path directory;

	private final int port = Ports.free();

	private Process process;

	private MysqlServer(String binary) throws IOException {
		this.binary = binary;
		this.directory = Files.createTempDirectory("mysql");
	}

	/** Starts one with an empty database 'test', and a root without password. */
	public static MysqlServer start() throws IOException, InterruptedException {
		String binary = System.getenv("MYSQLD");
		Assumptions.assumeTrue(binary != null && !binary.isBlank(), "MYSQLD names no MySQL server: .ci/mysql has one");
		MysqlServer server = new MysqlServer(binary);
		Process making = server.run("--initialize-insecure");
		if (!making.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || making.exitValue() != 0) {
			throw new IllegalStateException("MySQL made no data: " + Files.readString(server.log()));
		}
		server.restart();
		try (HikariDataSource once = TestServers.pool(server.url("mysql"), "root")) {
			new JdbcTemplate(once).execute("CREATE DATABASE test");
		}
		return server;
	}

	private Path log() {
		return this.directory.resolve("log");
	}

	private Process run(String... more) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(this.binary, "--datadir=" + this.directory.resolve("data"), "--user=root",
						"--bind-address=127.0.0.1", "--port=" + this.port, "--socket=" + this.directory.resolve("s"),
						"--mysqlx=OFF", "--skip-log-bin", "--secure-file-priv=NULL", "--performance-schema=OFF",
						// A test may lose what a crash of the machine would.
						"--innodb-flush-log-at-trx-commit=0", "--innodb-redo-log-capacity=16M"));
		command.addAll(List.of(more));
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
			.start();
	}

	/** Of a database there. */
	public String url(String database) {
		return "jdbc:mysql://localhost:" + this.port + "/" + database
				+ "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
	}

	public int port() {
		return this.port;
	}

	/** Stops it if it runs, and starts it. */
	public void restart() throws IOException, InterruptedException {
		stop();
		Files.deleteIfExists(log());
		this.process = run();
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> !this.process.isAlive() || Files.readString(log()).contains("ready for connections"));
		if (!this.process.isAlive()) {
			throw new IllegalStateException("MySQL does not start: " + Files.readString(log()));
		}
	}

	private void stop() throws InterruptedException {
		if (this.process != null) {
			this.process.destroy();
			if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				this.process.destroyForcibly().waitFor();
			}
		}
	}

	public void close() throws InterruptedException {
		stop();
		FileSystemUtils.deleteRecursively(this.directory.toFile());
	}

}
