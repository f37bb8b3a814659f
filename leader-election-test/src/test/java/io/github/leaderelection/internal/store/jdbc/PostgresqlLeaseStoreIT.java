package io.github.leaderelection.internal.store.jdbc;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcLeaseStore} on a PostgreSQL server.
 */
class PostgresqlLeaseStoreIT extends AbstractJdbcLeaseStore {

	@TempDir
	static Path directory;

	private static EmbeddedPostgres server;

	private static HikariDataSource pool;

	@BeforeAll
	static void startServer() throws IOException {
		server = TestServers.startPostgresql(directory.resolve("data"), 0);
		pool = TestServers.pool(server.getJdbcUrl("postgres", "postgres"), "postgres");
		makeTables(pool, "postgresql");
	}

	@AfterAll
	static void stopServer() throws IOException {
		pool.close();
		server.close();
	}

	@Override
	HikariDataSource pool() {
		return pool;
	}

	@Override
	String emptyDatabase() {
		return server.getJdbcUrl("postgres", "template1");
	}

	@Override
	int port() {
		return server.getPort();
	}

	@Override
	String lockTimeout() {
		return "SHOW lock_timeout";
	}

	@Override
	protected void restartEngine() throws IOException {
		int port = server.getPort();
		server.close();
		server = TestServers.startPostgresql(directory.resolve("data"), port);
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

	@Override
	protected Duration patience() {
		return Duration.ofSeconds(60);
	}

	@Test
	void connectionThatListensIsGivenBackAtTheEnd() throws Exception {
		try (HikariDataSource own = poolOf(pool, pool.getJdbcUrl())) {
			try (JdbcLeaseStore store = new JdbcLeaseStore(own)) {
				store.watch(new Key("orders", "default"), (record) -> {
				});
				await(store::tellsChanges);
				assertThat(own.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
			}
			await(() -> own.getHikariPoolMXBean().getActiveConnections() == 0);
		}
	}

	@Test
	void listeningGoesOnAfterItsConnectionBroke() throws Exception {
		try (HikariDataSource own = poolOf(pool, pool.getJdbcUrl()); JdbcLeaseStore store = new JdbcLeaseStore(own)) {
			store.watch(new Key("orders", "default"), (record) -> {
			});
			await(store::tellsChanges);
			new JdbcTemplate(pool)
				.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'", (row) -> {
				});
			await(() -> !store.tellsChanges());
			await(store::tellsChanges);
		}
	}

	@Test
	void aReleaseSaysHowManyProcessesListenForIt() throws Exception {
		Key key = new Key("orders", "counted");
		try (HikariDataSource own = poolOf(pool, pool.getJdbcUrl());
				JdbcLeaseStore one = new JdbcLeaseStore(own);
				HikariDataSource others = poolOf(pool, pool.getJdbcUrl());
				JdbcLeaseStore other = new JdbcLeaseStore(others);
				Connection ear = pool.getConnection()) {
			for (JdbcLeaseStore store : List.of(one, other)) {
				store.watch(key, (record) -> {
				});
				await(store::tellsChanges);
			}
			try (Statement statement = ear.createStatement()) {
				statement.execute("LISTEN leader_election_lease");
				ReleaseHints.tell(ear, key);
				PGNotification[] told = ear.unwrap(PGConnection.class).getNotifications();
				assertThat(told).extracting(PGNotification::getParameter).contains("orders\ncounted\n2");
				statement.execute("UNLISTEN leader_election_lease");
			}
		}
	}

	@Test
	void behindAPoolerNothingIsTold() throws Exception {
		try (HikariDataSource own = poolOf(pool, pool.getJdbcUrl());
				JdbcLeaseStore store = new JdbcLeaseStore(new PooledByAnother(own))) {
			store.watch(new Key("orders", "default"), (record) -> {
			});
			await(() -> own.getHikariPoolMXBean().getTotalConnections() == 1
					&& own.getHikariPoolMXBean().getActiveConnections() == 0);
			assertThat(store.tellsChanges()).isFalse();
		}
	}

	private static void await(BooleanSupplier condition) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime() - end).as("waited for too long").isNegative();
			TimeUnit.MILLISECONDS.sleep(5);
		}
	}

	/**
	 * The session at the server is another than the one that the driver was told of.
	 */
	private static final class PooledByAnother extends DelegatingDataSource {

		PooledByAnother(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			return proxy(Connection.class,
					(proxy, method, arguments) -> method.getName().equals("unwrap")
							? proxy((Class<?>) arguments[0], (driver, called, with) -> -1)
							: method.invoke(connection, arguments));
		}

		private static <T> T proxy(Class<T> type, InvocationHandler handler) {
			return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
		}

	}

}
