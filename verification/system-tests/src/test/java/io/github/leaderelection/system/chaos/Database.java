package io.github.leaderelection.system.chaos;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.system.cluster.DatabaseServer;
import io.github.leaderelection.system.cluster.Libraries;

/**
 * A database server in a process of its own, with a register that the nodes write to. No
 * fault befalls it.
 */
final class Database implements AutoCloseable {

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

	private static final List<String> SCHEMA = List.of("""
			create table register (id int primary key, token bigint not null, node varchar(50) not null,
			counter bigint not null)
			""", "insert into register values (1, 0, '', 0)", """
			create table attempt (seq bigint generated always as identity primary key, node varchar(50) not null,
			token bigint not null, asked bigint not null, answered bigint not null, accepted boolean not null,
			counter bigint not null)
			""");

	private final DatabaseServer server;

	private final String url;

	/** Keeps the database open. */
	private final Connection connection;

	private Database(DatabaseServer server, String url, Connection connection) {
		this.server = server;
		this.url = url;
		this.connection = connection;
	}

	/**
	 * Starts a server with an empty register.
	 * @param directory an empty directory for its files
	 * @param host the host under which all reach it
	 * @return the database
	 */
	static Database start(Path directory, String host) throws IOException, SQLException {
		Path jar = Libraries.named("h2");
		DatabaseServer server = DatabaseServer.start(directory);
		String url = server.url(host, "register");
		Connection connection = null;
		try {
			connection = connect(jar, url, server);
			try (Statement statement = connection.createStatement()) {
				for (String each : SCHEMA) {
					statement.execute(each);
				}
			}
			return new Database(server, url, connection);
		}
		finally {
			if (connection == null) {
				server.close();
			}
		}
	}

	/** The driver comes from the application: this process may run without it. */
	private static Connection connect(Path jar, String url, DatabaseServer server) throws SQLException {
		Driver driver = driver(jar);
		Properties properties = new Properties();
		properties.setProperty("user", "sa");
		properties.setProperty("password", "");
		long begun = System.nanoTime();
		while (true) {
			try {
				Connection connection = driver.connect(url, properties);
				if (connection == null) {
					throw new IllegalStateException("The driver in " + jar + " does not know " + url);
				}
				return connection;
			}
			catch (SQLException ex) {
				if (!server.isAlive() || System.nanoTime() - begun > LIMIT_NANOS) {
					throw ex;
				}
				pause();
			}
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(50);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while the database starts", ex);
		}
	}

	private static Driver driver(Path jar) {
		try {
			// Stays open: the connection loads classes as it goes.
			ClassLoader loader = new URLClassLoader(new URL[] { jar.toUri().toURL() });
			return (Driver) loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
		}
		catch (MalformedURLException | ReflectiveOperationException ex) {
			throw new IllegalStateException("No driver in " + jar, ex);
		}
	}

	/** The URL under which the nodes reach it, with user {@code sa} and no password. */
	String url() {
		return this.url;
	}

	/** All attempts so far to write to the register. */
	List<Attempt> attempts() throws SQLException {
		List<Attempt> attempts = new ArrayList<>();
		try (Statement statement = this.connection.createStatement();
				ResultSet rows = statement
					.executeQuery("select node, token, asked, answered, accepted, counter from attempt order by seq")) {
			while (rows.next()) {
				attempts.add(new Attempt(rows.getString(1), rows.getLong(2), rows.getLong(3), rows.getLong(4),
						rows.getBoolean(5), rows.getLong(6)));
			}
		}
		return attempts;
	}

	@Override
	public void close() throws SQLException {
		try {
			this.connection.close();
		}
		finally {
			this.server.close();
		}
	}

}
