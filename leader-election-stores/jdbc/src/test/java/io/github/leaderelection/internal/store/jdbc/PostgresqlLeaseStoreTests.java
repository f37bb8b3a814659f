package io.github.leaderelection.internal.store.jdbc;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcLeaseStore} on a PostgreSQL server.
 */
class PostgresqlLeaseStoreTests extends AbstractJdbcLeaseStore {

	@TempDir
	static Path directory;

	private static EmbeddedPostgres server;

	private static HikariDataSource pool;

	@BeforeAll
	static void startServer() throws IOException {
		server = TestServers.startPostgresql(directory.resolve("data"), Ports.free());
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
	String forNewRows() {
		return "NOT VALID";
	}

	@Override
	String createUser(String name) {
		return "CREATE ROLE " + name + " LOGIN";
	}

	@Override
	String urlOf(String user) {
		return server.getJdbcUrl(user, "postgres");
	}

	/** Its answer to a write shows the record. */
	@Override
	int readBacks() {
		return 0;
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

	/** The clock is that of a function which is found before the server's own. */
	@Override
	protected void setEngineClock(Duration ahead) throws SQLException {
		JdbcTemplate jdbc = new JdbcTemplate(pool);
		jdbc.execute("CREATE SCHEMA IF NOT EXISTS clock");
		jdbc.execute("""
				CREATE OR REPLACE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql
				AS 'SELECT pg_catalog.clock_timestamp() + %d * interval ''1 second'''
				""".formatted(ahead.toSeconds()));
		onAllConnections(pool, ahead.isZero() ? "RESET search_path" : "SET search_path = clock, public, pg_catalog");
		assertClock(pool, "SELECT EXTRACT(EPOCH FROM clock_timestamp())", ahead);
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
	void releaseThatMayNotBeToldIsDone() throws Exception {
		Key key = new Key("orders", "untold");
		JdbcTemplate admin = new JdbcTemplate(pool);
		admin.execute("CREATE ROLE untold LOGIN");
		admin.execute("GRANT SELECT, INSERT, UPDATE ON leader_election_lease, leader_election_reign TO untold");
		admin.execute("REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC");
		try (HikariDataSource own = TestServers.pool(server.getJdbcUrl("untold", "postgres"), "untold");
				JdbcLeaseStore store = new JdbcLeaseStore(own)) {
			store.watch(key, (record) -> {
			});
			await(store::tellsChanges);
			ask(store, new Request.Create(key, 1, 1, true, 1));
			LeaseRecord made = ((Answer.Free) ask(store, new Request.Read(key))).record();
			LeaseRecord taken = mine(store, new Request.Take(key, made.version(), NodeId.of("a"), 1, 2, null, 3, 4, 2));
			assertThat(mine(store, new Request.Release(key, taken.version(), null, 0, 3)).free()).isTrue();
		}
		finally {
			admin.execute("GRANT EXECUTE ON FUNCTION pg_notify(text, text) TO PUBLIC");
		}
	}

	private static Answer ask(JdbcLeaseStore store, Request request) {
		return store.ask(request, Duration.ofSeconds(60)).toCompletableFuture().join();
	}

	private static LeaseRecord mine(JdbcLeaseStore store, Request request) {
		return ((Answer.Mine) ask(store, request)).record();
	}

	@Test
	void aTakeARenewalAndAReleaseAreOneStatementEach() throws Exception {
		Key key = new Key("orders", "counted");
		AtomicInteger prepared = new AtomicInteger();
		try (Connection connection = pool.getConnection()) {
			Connection counted = proxy(Connection.class, (proxy, method, arguments) -> {
				if (method.getName().equals("prepareStatement")) {
					prepared.incrementAndGet();
				}
				return method.invoke(connection, arguments);
			});
			LeaseSession session = new LeaseSession(counted, PostgresqlLease.statements(), LeaseTables.Names.DEFAULT);
			LeaseRecord last = written(session, new Request.Create(key, 1, 1, true, 1));
			prepared.set(0);
			last = written(session, new Request.Take(key, last.version(), NodeId.of("a"), 1, 2, null, 3, 4, 2));
			assertThat(last.isOf(NodeId.of("a"), 1, 2)).isTrue();
			last = written(session, new Request.Renew(key, last.version(), 5, 3));
			assertThat(last.durationNanos()).isEqualTo(5);
			last = written(session, new Request.Release(key, last.version(), NodeId.of("b"), 6, 4));
			assertThat(last.preferred()).isEqualTo(NodeId.of("b"));
			assertThat(prepared).hasValue(3);
			assertThat(session.answer(new Request.Read(key), null)).isEqualTo(new Answer.Free(last));
		}
	}

	private static LeaseRecord written(LeaseSession session, Request request) throws SQLException {
		Answer answer = session.answer(request, null);
		assertThat(answer).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	@Test
	void behindAPoolerNothingIsTold() throws Exception {
		try (HikariDataSource own = poolOf(pool, pool.getJdbcUrl())) {
			PooledByAnother pooled = new PooledByAnother(own);
			try (JdbcLeaseStore store = new JdbcLeaseStore(pooled)) {
				store.watch(new Key("orders", "default"), (record) -> {
				});
				// The connection was asked whose it is, and given back.
				await(() -> pooled.given.get() == 1 && own.getHikariPoolMXBean().getActiveConnections() == 0);
				assertThat(store.tellsChanges()).isFalse();
			}
		}
	}

	private static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	private static void await(BooleanSupplier condition) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime() - end).as("waited for too long").isNegative();
			TimeUnit.MILLISECONDS.sleep(5);
		}
	}

	/**
	 * The session at the server is another than the one that the driver was told of.
	 */
	private static final class PooledByAnother extends DelegatingDataSource {

		private final AtomicInteger given = new AtomicInteger();

		PooledByAnother(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			this.given.incrementAndGet();
			return proxy(Connection.class,
					(proxy, method, arguments) -> method.getName().equals("unwrap")
							? proxy((Class<?>) arguments[0], (driver, called, with) -> -1)
							: method.invoke(connection, arguments));
		}

	}

}
