package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for leases in an H2 database that may write late what it confirmed.
 */
@ExtendWith(OutputCaptureExtension.class)
class H2WriteDelayTests {

	private static final String WARNING = "writes what it confirmed up to";

	private static final String AT_ONCE = ";WRITE_DELAY=0";

	private static final Key KEY = new Key("orders", "default");

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final long LEASE = Duration.ofSeconds(10).toNanos();

	@TempDir
	private Path directory;

	private String file() {
		return "jdbc:h2:file:" + this.directory.resolve("leases");
	}

	private static HikariDataSource database(String url) {
		HikariDataSource database = TestServers.pool(url, "sa");
		new ResourceDatabasePopulator(new ClassPathResource(LeaseStatements.schemaLocation("h2"))).execute(database);
		return database;
	}

	/** Asks as the start of an application does, and then as its election. */
	private static void check(String url) {
		try (HikariDataSource database = database(url); JdbcLeaseStore store = new JdbcLeaseStore(database)) {
			store.check();
			store.check();
			assertThat(ask(store, new Request.Read(KEY))).isInstanceOf(Answer.Missing.class);
			// The pool closes its connections some time after it is closed itself.
			new JdbcTemplate(database).execute("SHUTDOWN");
		}
	}

	private static Answer ask(JdbcLeaseStore store, Request request) {
		return store.ask(request, PATIENCE).toCompletableFuture().join();
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.getOut().lines().filter((line) -> line.contains(WARNING)).toList();
	}

	@Test
	void databaseThatWritesLateIsWarnedOfOnce(CapturedOutput output) {
		check(file());
		assertThat(warnings(output)).singleElement().asString().contains(" 500 ms later", AT_ONCE);
	}

	@Test
	void nothingIsSaidOfOneThatWritesAtOnceOrIsInMemory(CapturedOutput output) {
		check(file() + AT_ONCE);
		check("jdbc:h2:mem:" + UUID.randomUUID());
		assertThat(warnings(output)).isEmpty();
	}

	@Test
	void whatIsInForceCountsNotWhatAnEarlierOpeningHadSet(CapturedOutput output) {
		check(file() + AT_ONCE);
		assertThat(warnings(output)).isEmpty();
		check(file());
		assertThat(warnings(output)).hasSize(1);
	}

	@Test
	void takeThatIsConfirmedOutlivesAKillOfADatabaseThatWritesAtOnce() {
		LeaseRecord taken;
		try (HikariDataSource database = database(file() + AT_ONCE);
				JdbcLeaseStore store = new JdbcLeaseStore(database)) {
			LeaseRecord made = record(ask(store, new Request.Create(KEY, LEASE, 1, true, 1)));
			taken = record(ask(store, new Request.Take(KEY, made.version(), NodeId.of("a"), 1, 2, null, LEASE, 1, 3)));
			// It closes its files as they are.
			new JdbcTemplate(database).execute("SHUTDOWN IMMEDIATELY");
		}
		try (HikariDataSource database = database(file()); JdbcLeaseStore store = new JdbcLeaseStore(database)) {
			assertThat(ask(store, new Request.Read(KEY))).isEqualTo(new Answer.Held(taken));
		}
	}

	private static LeaseRecord record(Answer answer) {
		assertThat(answer).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

}
