package io.github.leaderelection.probe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to a register in the database, under its fencing token, whenever it is told that
 * it leads, a while after it was told. The register refuses a token lower than its own;
 * every attempt is logged beside it, refused or not.
 */
final class RegisterWriter {

	private static final Logger logger = LoggerFactory.getLogger(RegisterWriter.class);

	private static final String WRITE = """
			update register set token = ?, node = ?, counter = counter + 1 where id = 1 and token <= ?
			""";

	private static final String LOG = """
			insert into attempt (node, token, asked, answered, accepted, counter)
			select ?, ?, ?, ?, ?, counter from register where id = 1
			""";

	private final LeaderElector elector;

	private final DataSource database;

	private final Duration every;

	RegisterWriter(LeaderElector elector, DataSource database, Duration every) {
		this.elector = elector;
		this.database = database;
		this.every = every;
	}

	void begin() {
		Thread thread = new Thread(() -> {
			while (true) {
				writeIfLeader();
				LockSupport.parkNanos(this.every.toNanos());
			}
		}, "probe-register");
		thread.setDaemon(true);
		thread.start();
	}

	private void writeIfLeader() {
		long asked = System.nanoTime();
		Leadership leadership = this.elector.leadership().orElse(null);
		long answered = System.nanoTime();
		if (leadership == null) {
			return;
		}
		// Work takes time: a node that is paused meanwhile writes late, and must be
		// refused.
		LockSupport.parkNanos(this.every.toNanos());
		String node = this.elector.status().node().value();
		try (Connection connection = this.database.getConnection()) {
			connection.setAutoCommit(false);
			boolean accepted = write(connection, node, leadership.fencingToken());
			log(connection, node, leadership.fencingToken(), asked, answered, accepted);
			connection.commit();
		}
		catch (SQLException ex) {
			// Whoever is paused in mid-transaction makes others wait in vain.
			logger.warn("The register was not written: {}", ex.getMessage());
		}
	}

	private static boolean write(Connection connection, String node, long token) throws SQLException {
		try (PreparedStatement update = connection.prepareStatement(WRITE)) {
			update.setLong(1, token);
			update.setString(2, node);
			update.setLong(3, token);
			return update.executeUpdate() == 1;
		}
	}

	private static void log(Connection connection, String node, long token, long asked, long answered, boolean accepted)
			throws SQLException {
		try (PreparedStatement insert = connection.prepareStatement(LOG)) {
			insert.setString(1, node);
			insert.setLong(2, token);
			insert.setLong(3, asked);
			insert.setLong(4, answered);
			insert.setBoolean(5, accepted);
			insert.executeUpdate();
		}
	}

}
