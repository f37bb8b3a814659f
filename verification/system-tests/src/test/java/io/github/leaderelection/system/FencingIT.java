package io.github.leaderelection.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The old leader wakes from a pause in the midst of a transaction, and what it writes to
 * on a PostgreSQL server refuses it; the new leader's write was accepted.
 */
class FencingIT {

	private static final Path SCHEMA_OF_THE_SAMPLE = Path.of(System.getProperty("basedir", ""),
			"../../sample-app/src/main/resources/schema.sql");

	private static final Duration LIMIT = Duration.ofMinutes(2);

	@Test
	void writeOfALeaderThatWasPausedIsRefusedAndWouldBeMadeWithoutAGuard(@TempDir Path mayGoOn) throws Exception {
		try (EmbeddedPostgres server = EmbeddedPostgres.builder()
			.setPGStartupWait(LIMIT)
			.setPort(Ports.free())
			.start()) {
			makeTables(server);
			try (Cluster cluster = Cluster.start(spec(server, mayGoOn))) {
				Leader before = cluster.awaitLeader();
				awaitEvent(before.node(), Kind.WORK_BEGAN, before.token());
				before.node().pause();

				Leader after = cluster.awaitLeaderAfter(before);
				assertThat(after.token()).isGreaterThan(before.token());
				Files.createFile(mayGoOn.resolve(Long.toString(after.token())));
				awaitEvent(after.node(), Kind.WORK_ENDED, after.token());

				Files.createFile(mayGoOn.resolve(Long.toString(before.token())));
				before.node().resume();
				awaitEvent(before.node(), Kind.WORK_REFUSED, before.token());

				assertThat(tokens(server, "fenced_entry")).containsExactly(after.token());
				assertThat(tokens(server, "believing_entry")).containsExactly(after.token(), before.token());
				assertThat(highest(server)).containsExactly(after.token());
				assertThat(cluster.overlaps()).isEmpty();
			}
		}
	}

	private static ClusterSpec spec(EmbeddedPostgres server, Path mayGoOn) {
		return ClusterSpec.ofThree("fencing")
			.withStateDirectories(true)
			.with("spring.datasource.url", server.getJdbcUrl("postgres", "postgres"))
			.with("spring.datasource.username", "postgres")
			.with("spring.sql.init.mode", "never")
			.with("leader-election.fencing.guard", "jdbc")
			.with(ProbeNames.FENCED_WRITES, mayGoOn.toString());
	}

	private static void makeTables(EmbeddedPostgres server) throws SQLException {
		new ResourceDatabasePopulator(new FileSystemResource(SCHEMA_OF_THE_SAMPLE),
				new ClassPathResource("io/github/leaderelection/jdbc/schema-postgresql.sql"))
			.execute(server.getPostgresDatabase());
		try (Connection connection = server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			for (String table : List.of("fenced_entry", "believing_entry")) {
				statement.execute("create table " + table
						+ " (id bigint generated always as identity primary key, token bigint not null)");
			}
		}
	}

	private static void awaitEvent(NodeProcess node, Kind kind, long token) {
		Awaitility.await(kind + " " + token + " of " + node)
			.atMost(LIMIT)
			.until(() -> node.happenings()
				.stream()
				.anyMatch((happening) -> happening.kind() == kind && happening.token() == token));
	}

	private static List<Long> tokens(EmbeddedPostgres server, String table) throws SQLException {
		return longs(server, "select token from " + table + " order by id");
	}

	private static List<Long> highest(EmbeddedPostgres server) throws SQLException {
		return longs(server, "select token from leader_election_fencing where resource = 'fenced_entry'");
	}

	private static List<Long> longs(EmbeddedPostgres server, String query) throws SQLException {
		try (Connection connection = server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery(query)) {
			List<Long> values = new ArrayList<>();
			while (rows.next()) {
				values.add(rows.getLong(1));
			}
			return values;
		}
	}

}
