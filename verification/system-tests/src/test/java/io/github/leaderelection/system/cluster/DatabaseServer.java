package io.github.leaderelection.system.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.leaderelection.internal.transport.link.Ports;

/**
 * A database in a process of its own, which lives on whatever becomes of the nodes.
 */
public final class DatabaseServer implements AutoCloseable {

	private final Process process;

	private final int port;

	private DatabaseServer(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	/**
	 * Starts a server.
	 * @param directory for its files, created where it does not exist
	 * @return the server, which may not yet take connections
	 * @throws IOException if it cannot be started
	 */
	public static DatabaseServer start(Path directory) throws IOException {
		int port = Ports.free(1).get(0);
		Files.createDirectories(directory);
		Process process = new ProcessBuilder(Libraries.java(), "-Xmx128m", "-XX:+UseSerialGC",
				"-XX:TieredStopAtLevel=1", "-cp", Libraries.named("h2").toString(), "org.h2.tools.Server", "-tcp",
				"-tcpPort", Integer.toString(port), "-tcpAllowOthers", "-ifNotExists", "-baseDir", directory.toString())
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("server.txt").toFile())
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		return new DatabaseServer(process, port);
	}

	/**
	 * Where one database is reached.
	 * @param host the server's host, as whoever asks reaches it
	 * @param name the database's name
	 * @return its JDBC URL
	 */
	public String url(String host, String name) {
		return "jdbc:h2:tcp://" + host + ":" + this.port + "/./" + name;
	}

	/**
	 * Whether it runs.
	 * @return false once it ended
	 */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
