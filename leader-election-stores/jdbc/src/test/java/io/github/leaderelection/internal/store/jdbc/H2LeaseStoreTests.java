package io.github.leaderelection.internal.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcLeaseStore} on H2, in a file.
 */
class H2LeaseStoreTests extends AbstractJdbcLeaseStore {

	@TempDir
	static Path directory;

	private static HikariDataSource pool;

	@BeforeAll
	static void makeDatabase() {
		pool = TestServers.pool("jdbc:h2:file:" + directory.resolve("leases"), "sa");
		makeTables(pool, "h2");
	}

	@AfterAll
	static void closeDatabase() {
		pool.close();
	}

	@Override
	HikariDataSource pool() {
		return pool;
	}

	@Override
	String emptyDatabase() {
		return "jdbc:h2:mem:" + UUID.randomUUID();
	}

	@Override
	int port() {
		return 0;
	}

	@Override
	String forNewRows() {
		return "NOCHECK";
	}

	@Override
	String createUser(String name) {
		return "CREATE USER " + name + " PASSWORD ''";
	}

	@Override
	String lockTimeout() {
		return "CALL LOCK_TIMEOUT()";
	}

	/**
	 * A take has two steps, and the driver aborts no connection. A pause stops the engine
	 * as well where it is in the process.
	 */
	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) {
		return Assumptions.abort("A client of H2 that pauses in mid-take keeps its locks");
	}

	@Override
	protected void restartEngine() {
		new JdbcTemplate(pool).execute("SHUTDOWN");
		// The pool does not understand that H2's connections are broken.
		pool.getHikariPoolMXBean().softEvictConnections();
	}

	@Test
	void onlyADatabaseInMemoryGoesWithTheProcess() {
		try (JdbcLeaseStore onDisk = new JdbcLeaseStore(pool);
				HikariDataSource memory = poolOf(pool, emptyDatabase());
				JdbcLeaseStore inMemory = new JdbcLeaseStore(memory)) {
			// whether there are tables or not
			Request first = new Request.Read(new Key("c", "g"));
			inMemory.ask(first, Duration.ofSeconds(5)).toCompletableFuture().join();
			assertThat(onDisk.outlivesProcess()).isTrue();
			assertThat(inMemory.outlivesProcess()).isFalse();
		}
	}

	@Test
	void columnsOfANewerReleaseAreLeftAlone() throws Exception {
		try (HikariDataSource newer = poolOf(pool, emptyDatabase() + ";DB_CLOSE_DELAY=-1");
				JdbcLeaseStore store = new JdbcLeaseStore(newer)) {
			makeTables(newer, "h2");
			JdbcTemplate jdbc = new JdbcTemplate(newer);
			for (String table : List.of("leader_election_reign", "leader_election_lease")) {
				jdbc.execute("ALTER TABLE " + table + " ADD COLUMN later VARCHAR(9) DEFAULT 'x'");
			}
			LeaseRecord created = done(store, create());
			LeaseRecord taken = done(store, take(created.version()));
			assertThat(done(store, renew(taken.version())).token()).isEqualTo(taken.token());
			assertThat(jdbc.queryForObject("SELECT later FROM leader_election_lease", String.class)).isEqualTo("x");
		}
	}

	@Test
	void secretsAreLeftOut() {
		assertThat(Engine.withoutSecrets("jdbc:mysql://me:secret@db:3306/app?password=x"))
			.isEqualTo("jdbc:mysql://db:3306/app");
		assertThat(Engine.withoutSecrets("jdbc:mysql://u:s3c@db1:3306,u:s3c,s3c@db2:3306,u:s3c@s3c@db3/app"))
			.isEqualTo("jdbc:mysql://db1:3306,db2:3306,db3/app");
		assertThat(Engine.withoutSecrets("jdbc:postgresql://db1:5432,db2:5432/app?user=x"))
			.isEqualTo("jdbc:postgresql://db1:5432,db2:5432/app");
		assertThat(Engine.withoutSecrets("jdbc:h2:mem:a;PASSWORD=x")).isEqualTo("jdbc:h2:mem:a");
		assertThat(Engine.withoutSecrets("jdbc:mysql://(host=db,password=x)/a")).isEqualTo("jdbc:mysql://");
	}

	@Test
	void versionsCountAndAreRandom() {
		assertThat(LeaseRows.Version.next(LeaseRows.Version.NONE, 255)).isEqualTo("1-ff");
		assertThat(LeaseRows.Version.next("41-ff", 1)).isEqualTo("42-1");
		assertThat(LeaseRows.Version.next("by hand", 1)).isEqualTo("1-1");
	}

}
