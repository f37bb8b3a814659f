package io.github.leaderelection.internal.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.real.Presets;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The contract for a {@link JdbcLeaseStore}, and what only a database can do to it.
 */
abstract class AbstractJdbcLeaseStore extends LeaseStoreContract {

	private static final Key KEY = new Key("orders", "default");

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final NodeId NODE = NodeId.of("node-a");

	private JdbcLeaseStore store;

	private long drawn;

	/** Of the application, with autocommit and more connections than are needed. */
	abstract HikariDataSource pool();

	/** Where there are no tables. */
	abstract String emptyDatabase();

	/** The port of the server; 0 if it is in this process. */
	abstract int port();

	/** Makes a user without rights, if there is none of that name yet. */
	abstract String createUser(String name);

	/** That user, as in a grant. */
	String user(String name) {
		return name;
	}

	/** Where that user connects to the tables. */
	String urlOf(String user) {
		return pool().getJdbcUrl();
	}

	/** How long a session waits for a lock. */
	abstract String lockTimeout();

	/** What the server has counted as asked of it; 0 where it does not. */
	long asked() {
		return 0;
	}

	/** How many of ten renewals are read back. */
	int readBacks() {
		return 2;
	}

	/** Whether a take locks the reign only with the version. */
	boolean comparesBeforeItLocks() {
		return true;
	}

	static HikariDataSource poolOf(HikariDataSource like, String url) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(url);
		config.setUsername(like.getUsername());
		config.setPassword(like.getPassword());
		config.setMaximumPoolSize(2);
		config.setMinimumIdle(0);
		config.setConnectionTimeout(5000);
		return new HikariDataSource(config);
	}

	/** Changes the sessions of all connections of a pool. */
	static void onAllConnections(HikariDataSource pool, String sql) throws SQLException {
		List<Connection> all = new ArrayList<>();
		try {
			for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
				Connection connection = pool.getConnection();
				all.add(connection);
				try (Statement statement = connection.createStatement()) {
					statement.execute(sql);
				}
			}
		}
		finally {
			for (Connection connection : all) {
				connection.close();
			}
		}
	}

	/** Whether the server's clock is as far off as it was set. */
	static void assertClock(HikariDataSource pool, String seconds, Duration ahead) {
		Double now = new JdbcTemplate(pool).queryForObject(seconds, Double.class);
		assertThat(now).isNotNull();
		assertThat(now - System.currentTimeMillis() / 1000.0).isCloseTo(ahead.toSeconds(), within(600.0));
	}

	static void makeTables(DataSource database, String platform) {
		ResourceDatabasePopulator schema = new ResourceDatabasePopulator(
				new ClassPathResource(LeaseStatements.schemaLocation(platform)),
				new ClassPathResource(LeaseStatements.schemaLocation("value", platform)));
		schema.execute(database);
		// instances that start together all run it
		schema.execute(database);
	}

	@Override
	protected LeaseStore openStore() {
		return new JdbcLeaseStore(pool());
	}

	@Override
	protected LeaseStore openStoreWithoutAnswers() {
		return new JdbcLeaseStore(new AnswerlessDataSource(pool()));
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() {
		return new JdbcLeaseStore(new AnswerlessDataSource(pool(), true));
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		LeaseTables tables = new LeaseTables(null, "other_");
		new JdbcLeaseSchema(pool(), DatabaseInitializationMode.ALWAYS, tables).make();
		new JdbcLeaseSchema(pool(), DatabaseInitializationMode.ALWAYS, tables).ofValues().make();
		return new JdbcLeaseStore(pool(), tables, true, () -> {
		}, () -> {
		});
	}

	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) throws Exception {
		PausingDataSource pausing = new PausingDataSource(pool());
		JdbcLeaseStore taker = new JdbcLeaseStore(pausing);
		CompletableFuture<Answer> answer;
		do {
			// This machine may stand still for all of that, before the take has begun.
			answer = taker.ask(take, Duration.ofSeconds(2)).toCompletableFuture();
		}
		while (!pausing.begins(answer));
		CompletableFuture<Answer> begun = answer;
		return () -> {
			pausing.goOn();
			try (taker) {
				return begun.join();
			}
		};
	}

	@Override
	protected void deleteRecord(Key deleted) {
		assertThat(jdbc().update("DELETE FROM leader_election_reign WHERE cluster_name = ? AND group_name = ?",
				deleted.cluster(), deleted.group()))
			.isEqualTo(1);
	}

	@Override
	protected LeaseStore openStoreThatIsNotReached() {
		return new JdbcLeaseStore(new DelegatingDataSource(pool()) {

			@Override
			public Connection getConnection() throws SQLException {
				throw new SQLException("Connection refused\nby nobody", "08001");
			}

		});
	}

	@Override
	protected void refuseWrites(Key refused) {
		jdbc().execute("ALTER TABLE leader_election_lease ADD CONSTRAINT disk_is_full CHECK (cluster_name <> '"
				+ refused.cluster() + "' OR group_name <> '" + refused.group() + "') " + forNewRows());
	}

	/** Has a constraint not look at the rows that are there. */
	abstract String forNewRows();

	@Override
	protected void acceptWrites(Key accepted) {
		jdbc().execute("ALTER TABLE leader_election_lease DROP CONSTRAINT IF EXISTS disk_is_full");
	}

	@Override
	protected void changePart(Key changed, String part, @Nullable String text) {
		boolean isNumber = !part.equals("holder");
		Assumptions.assumeTrue(text != null && text.matches(isNumber ? "-?\\d+" : "(?s).{1,255}"),
				() -> "No column for the " + part + " keeps '" + text + "'");
		String change = part.equals("duration") ? "leader_election_lease SET duration_nanos"
				: "leader_election_reign SET " + part;
		assertThat(jdbc().update("UPDATE " + change + " = ? WHERE cluster_name = ? AND group_name = ?",
				isNumber ? Long.valueOf(text) : text, changed.cluster(), changed.group()))
			.isEqualTo(1);
	}

	@Override
	protected Restore copyRecord(Key copied) {
		List<Restore> rows = Stream.of("leader_election_reign", "leader_election_lease")
			.map((table) -> copyRow(table, copied))
			.toList();
		return () -> {
			for (Restore row : rows) {
				row.putBack();
			}
		};
	}

	private Restore copyRow(String table, Key copied) {
		String ofKey = " WHERE cluster_name = ? AND group_name = ?";
		Map<String, Object> row = jdbc().queryForMap("SELECT * FROM " + table + ofKey, copied.cluster(),
				copied.group());
		List<String> columns = List.copyOf(row.keySet());
		String changes = columns.stream().map((column) -> column + " = ?").collect(Collectors.joining(", "));
		List<Object> values = new ArrayList<>(row.values());
		values.add(copied.cluster());
		values.add(copied.group());
		return () -> assertThat(jdbc().update("UPDATE " + table + " SET " + changes + ofKey, values.toArray()))
			.isEqualTo(1);
	}

	private JdbcTemplate jdbc() {
		return new JdbcTemplate(pool());
	}

	@BeforeEach
	void openOne() {
		pool();
		quieten("com.zaxxer", "org.mariadb", "ch.vorburger");
		jdbc().update("DELETE FROM leader_election_reign WHERE cluster_name = ?", KEY.cluster());
		this.store = new JdbcLeaseStore(pool());
	}

	/** Tests break connections and servers, which say so. */
	private static void quieten(String... loggers) {
		LoggingSystem system = LoggingSystem.get(AbstractJdbcLeaseStore.class.getClassLoader());
		Stream.of(loggers).forEach((logger) -> system.setLogLevel(logger, LogLevel.OFF));
	}

	@AfterEach
	void closeIt() {
		this.store.close();
	}

	Request.Create create() {
		return new Request.Create(KEY, 10_000_000_000L, 1, true, this.drawn++);
	}

	Request.Take take(String version) {
		return new Request.Take(KEY, version, NODE, 1, this.drawn++, null, 10_000_000_000L, 1, this.drawn++);
	}

	Request.Renew renew(String version) {
		return new Request.Renew(KEY, version, 10_000_000_000L, this.drawn++);
	}

	private static Answer ask(LeaseStore store, Request request, Duration deadline) throws Exception {
		return store.ask(request, deadline).toCompletableFuture().get(PATIENCE.toSeconds() + 5, TimeUnit.SECONDS);
	}

	LeaseRecord done(LeaseStore at, Request request) throws Exception {
		Answer answer = ask(at, request, PATIENCE);
		assertThat(answer).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	private LeaseRecord held() throws Exception {
		return done(this.store, take(done(this.store, create()).version()));
	}

	private Answer read() throws Exception {
		return ask(this.store, new Request.Read(KEY), PATIENCE);
	}

	@Test
	void connectionIsGivenBackAsItCame() throws Exception {
		HikariDataSource like = pool();
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(like.getJdbcUrl());
		config.setUsername(like.getUsername());
		config.setPassword(like.getPassword());
		config.setMaximumPoolSize(1);
		config.setAutoCommit(false);
		config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
		try (HikariDataSource odd = new HikariDataSource(config); Connection raw = odd.getConnection()) {
			OneConnection one = new OneConnection(odd, raw);
			String timeout = jdbc().queryForObject(lockTimeout(), String.class);
			try (JdbcLeaseStore at = new JdbcLeaseStore(one)) {
				LeaseRecord created = done(at, create());
				LeaseRecord held = done(at, take(created.version()));
				assertThat(ask(at, renew(created.version()), PATIENCE)).isEqualTo(new Answer.NotDone());
				assertThat(read()).isEqualTo(new Answer.Held(held));
				one.awaitFree();
			}
			assertThat(raw.getAutoCommit()).isFalse();
			assertThat(raw.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
			try (var statement = raw.createStatement(); var row = statement.executeQuery(lockTimeout())) {
				assertThat(row.next()).isTrue();
				assertThat(row.getString(1)).isEqualTo(timeout);
			}
			raw.rollback();
		}
	}

	/** A connection that listens is looked after beside that. */
	@Test
	void anIdleNodeThatWaitsSendsAtMost75RequestsAMinute() throws Exception {
		LeaseRecord held = held();
		AtomicInteger statements = new AtomicInteger();
		DataSource counting = new DelegatingDataSource(pool()) {

			@Override
			public Connection getConnection() throws SQLException {
				return counted(super.getConnection(), statements);
			}

		};
		try (JdbcLeaseStore at = new JdbcLeaseStore(counting)) {
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Held(held));
			int before = statements.get();
			for (int i = 0; i < 10; i++) {
				assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Held(held));
			}
			assertThat(statements.get() - before).as("what ten reads ask of the database").isEqualTo(10);
		}
		double checks = Duration.ofMinutes(1).toNanos() / (double) PostgresqlChannel.CHECK_EACH.toNanos();
		assertThat(Presets.readsAMinute() + checks).isLessThanOrEqualTo(Presets.REQUESTS_A_MINUTE);
	}

	@Test
	void renewalIsOneRoundTrip() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		try (HikariDataSource own = poolOf(pool(), pool().getJdbcUrl());
				JdbcLeaseStore at = new JdbcLeaseStore(new DelegatingDataSource(own) {

					@Override
					public Connection getConnection() throws SQLException {
						return counted(super.getConnection(), calls);
					}

				})) {
			LeaseRecord taken = done(at, take(done(at, create()).version()));
			AtomicReference<LeaseRecord> held = new AtomicReference<>(done(at, renew(taken.version())));
			// Pools that fill themselves ask the server, too.
			Awaitility.await().atMost(PATIENCE).until(() -> {
				calls.set(0);
				long before = asked();
				for (int i = 0; i < 10; i++) {
					held.set(done(at, renew(held.get().version())));
				}
				long asked = asked() - before;
				assertThat(calls).hasValue(10 + readBacks());
				return asked;
			}, Set.of(0L, 10L + readBacks() + 1)::contains);
			assertThat(read()).isEqualTo(new Answer.Held(held.get()));
		}
	}

	@Test
	void recordThatAHandChangesWithoutItsVersionIsSeenWithinFiveRenewals() throws Exception {
		LeaseRecord held = held();
		jdbc().update("UPDATE leader_election_reign SET token = token + 5 WHERE cluster_name = ?", KEY.cluster());
		LeaseRecord renewed = held;
		for (int i = 0; i < 5; i++) {
			renewed = done(this.store, renew(renewed.version()));
		}
		assertThat(renewed.token()).isEqualTo(held.token() + 5);
	}

	@Test
	void leaseMayBeInTablesOfAnotherNameAndSchema() throws Exception {
		// each driver has the same server
		String name = "of-jobs-" + System.nanoTime();
		jdbc().execute((ConnectionCallback<Boolean>) (connection) -> {
			String quote = connection.getMetaData().getIdentifierQuoteString();
			try (Statement statement = connection.createStatement()) {
				return statement.execute("CREATE SCHEMA " + quote + name + quote);
			}
		});
		LeaseTables tables = new LeaseTables(name, "Jobs_");
		JdbcLeaseSchema schema = new JdbcLeaseSchema(pool(), DatabaseInitializationMode.ALWAYS, tables);
		LeaseRecord usual = held();
		boolean tellsChanges = isToTellChanges();
		try (JdbcLeaseStore at = new JdbcLeaseStore(pool(), tables, true, schema::make, schema.ofValues()::make)) {
			at.check();
			at.watch(KEY, (told) -> {
			});
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Missing());
			Awaitility.await().atMost(PATIENCE).until(at::tellsChanges, (tells) -> tells == tellsChanges);
			LeaseRecord held = done(at, renew(done(at, take(done(at, create()).version())).version()));
			assertThat(at.description()).containsIgnoringCase("jobs_lease");
			assertThat(isCommittedUnder(at, held.token())).isTrue();
			assertThat(isCommittedUnder(at, held.token() + 1)).isFalse();
			LeaseRecord released = done(at, new Request.Release(KEY, held.version(), null, 0, this.drawn++));
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Free(released));
		}
		assertThat(read()).isEqualTo(new Answer.Held(usual));
	}

	private boolean isCommittedUnder(JdbcLeaseStore at, long token) {
		return new TransactionTemplate(new DataSourceTransactionManager(pool()))
			.execute((status) -> at.reignLock().isTaken(jdbc(), KEY, token));
	}

	/** Counts statements, and what drivers ask the server for. */
	private static Connection counted(Connection connection, AtomicInteger statements) {
		List<String> asking = List.of("createStatement", "prepareStatement", "commit", "rollback", "isValid",
				"getTransactionIsolation", "setTransactionIsolation", "isReadOnly");
		return (Connection) Proxy.newProxyInstance(AbstractJdbcLeaseStore.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if (asking.contains(method.getName())) {
						statements.incrementAndGet();
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	@Test
	void leaseStaysWhenTheTransactionOfItsCallerIsRolledBack() throws Exception {
		DataSource aware = new TransactionAwareDataSourceProxy(pool());
		TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool()));
		try (JdbcLeaseStore at = new JdbcLeaseStore(aware)) {
			LeaseRecord held = transaction.execute((status) -> {
				status.setRollbackOnly();
				try {
					return done(at, take(done(at, create()).version()));
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			});
			assertThat(read()).isEqualTo(new Answer.Held(held));
		}
	}

	@Test
	void lockOnTheReignHoldsUpTakesForASecondAndRenewalsNotAtAll() throws Exception {
		LeaseRecord held = held();
		try (Connection user = pool().getConnection()) {
			user.setAutoCommit(false);
			lock(user, "leader_election_reign", KEY);
			LeaseRecord renewed = done(this.store, renew(held.version()));
			long start = System.nanoTime();
			assertThat(ask(this.store, take(renewed.version()), PATIENCE)).isInstanceOf(Answer.Unknown.class);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(700),
					PATIENCE.dividedBy(2));
			assertThat(read()).isEqualTo(new Answer.Held(renewed));
			held = done(this.store, renew(renewed.version()));
			user.rollback();
			user.setAutoCommit(true);
		}
		assertThat(done(this.store, take(held.version())).token()).isGreaterThan(held.token());
	}

	@Test
	void takeWithAnOldVersionDoesNotWaitForALockOnTheReign() throws Exception {
		assumeThat(comparesBeforeItLocks()).as("whether the version is compared before both rows are locked").isTrue();
		LeaseRecord held = held();
		done(this.store, renew(held.version()));
		try (Connection user = pool().getConnection()) {
			user.setAutoCommit(false);
			lock(user, "leader_election_reign", KEY);
			assertThat(ask(this.store, take(held.version()), Duration.ofSeconds(10))).isEqualTo(new Answer.NotDone());
			user.rollback();
			user.setAutoCommit(true);
		}
	}

	@Test
	void takeOfOneRecordDoesNotWaitForAnother() throws Exception {
		LeaseRecord held = held();
		Key other = new Key(KEY.cluster(), "other");
		LeaseRecord created = done(this.store, new Request.Create(other, 1_000_000_000, 1, true, 1));
		try (Connection user = pool().getConnection()) {
			user.setAutoCommit(false);
			lock(user, "leader_election_reign", KEY);
			lock(user, "leader_election_lease", KEY);
			Request.Take take = new Request.Take(other, created.version(), NODE, 1, 1, null, 1_000_000_000, 1, 1);
			assertThat(done(this.store, take).token()).isGreaterThan(created.token());
			assertThat(read()).isEqualTo(new Answer.Held(held));
			user.rollback();
			user.setAutoCommit(true);
		}
	}

	@Test
	void takerThatPausesBeforeItsCommitHoldsUpNobodyForLong() throws Exception {
		LeaseRecord held = held();
		try (Connection paused = pool().getConnection()) {
			paused.setAutoCommit(false);
			lock(paused, "leader_election_lease", KEY);
			long start = System.nanoTime();
			assertThat(ask(this.store, renew(held.version()), Duration.ofMillis(300)))
				.isInstanceOf(Answer.Unknown.class);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(290),
					PATIENCE.dividedBy(2));
			assertThat(ask(this.store, take(held.version()), Duration.ofSeconds(10)))
				.isInstanceOf(Answer.Unknown.class);
			assertThat(read()).isEqualTo(new Answer.Held(held));
			paused.rollback();
			paused.setAutoCommit(true);
		}
		// What was given up may still have its effect within the lock time-out.
		Answer taken = Awaitility.await().atMost(PATIENCE).until(() -> {
			LeaseRecord present = ((Answer.Held) read()).record();
			assertThat(present.token()).isEqualTo(held.token());
			return ask(this.store, take(present.version()), PATIENCE);
		}, (answer) -> !(answer instanceof Answer.NotDone));
		assertThat(taken).isInstanceOfSatisfying(Answer.Mine.class,
				(mine) -> assertThat(mine.record().token()).isGreaterThan(held.token()));
	}

	private static void lock(Connection connection, String table, Key key) throws SQLException {
		try (PreparedStatement statement = connection
			.prepareStatement("SELECT * FROM " + table + " WHERE cluster_name = ? AND group_name = ? FOR UPDATE")) {
			statement.setString(1, key.cluster());
			statement.setString(2, key.group());
			try (ResultSet row = statement.executeQuery()) {
				assertThat(row.next()).isTrue();
			}
		}
	}

	@Test
	void storeRecoversFromAPoolWithoutAConnection() throws Exception {
		LeaseRecord held = held();
		try (HikariDataSource small = poolOf(pool(), pool().getJdbcUrl());
				JdbcLeaseStore at = new JdbcLeaseStore(small)) {
			try (Connection one = small.getConnection(); Connection two = small.getConnection()) {
				assertThat(one).isNotSameAs(two);
				List<CompletableFuture<Answer>> under = Stream.generate(() -> new Request.Read(KEY))
					.limit(5)
					.map((read) -> at.ask(read, Duration.ofMillis(200)).toCompletableFuture())
					.toList();
				for (CompletableFuture<Answer> each : under) {
					assertThat(each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isInstanceOfSatisfying(
							Answer.Unknown.class,
							(unknown) -> assertThat(unknown.reason()).contains("had no connection yet"));
				}
			}
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Held(held));
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> small.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0);
		}
	}

	@Test
	void abortedConnectionIsReplacedInThePool() throws Exception {
		LeaseRecord held = held();
		try (HikariDataSource small = poolOf(pool(), pool().getJdbcUrl());
				JdbcLeaseStore deaf = new JdbcLeaseStore(new AnswerlessDataSource(small));
				JdbcLeaseStore at = new JdbcLeaseStore(small)) {
			for (int i = 0; i < 4; i++) {
				assertThat(ask(deaf, renew("none"), Duration.ofMillis(200))).isInstanceOf(Answer.Unknown.class);
			}
			// A pool without idle connections makes none for whoever waits when a hanging
			// one goes.
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> small.getHikariPoolMXBean().getActiveConnections(), (active) -> active == 0);
			for (int i = 0; i < 4; i++) {
				assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Held(held));
			}
			assertThat(deaf.aborted()).isBetween(1L, 4L);
		}
	}

	@Test
	void silentNetworkIsGivenUpAndLaterForgotten() throws Exception {
		assumeThat(port()).as("the port of a server").isNotZero();
		LeaseRecord held = held();
		try (Relay relay = new Relay(port());
				HikariDataSource far = poolOf(pool(),
						pool().getJdbcUrl().replace(":" + port() + "/", ":" + relay.port() + "/"));
				JdbcLeaseStore at = new JdbcLeaseStore(far)) {
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Held(held));
			relay.lose(true, true);
			for (int i = 0; i < 4; i++) {
				long start = System.nanoTime();
				assertThat(ask(at, renew(held.version()), Duration.ofMillis(200))).isInstanceOf(Answer.Unknown.class);
				assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE.dividedBy(2));
			}
			relay.lose(false, false);
			awaitRead(at, held);
		}
	}

	private static void awaitRead(JdbcLeaseStore at, LeaseRecord held) throws Exception {
		long end = System.nanoTime() + PATIENCE.toNanos();
		Answer answer = ask(at, new Request.Read(KEY), Duration.ofSeconds(1));
		while (answer instanceof Answer.Unknown && System.nanoTime() - end < 0) {
			answer = ask(at, new Request.Read(KEY), Duration.ofSeconds(1));
		}
		assertThat(answer).isEqualTo(new Answer.Held(held));
	}

	@Test
	void storeHasAtMostTwoConnections() throws Exception {
		LeaseRecord held = held();
		AtomicInteger most = new AtomicInteger();
		try (HikariDataSource own = poolOf(pool(), pool().getJdbcUrl())) {
			own.setMaximumPoolSize(6);
			DataSource counting = new DelegatingDataSource(own) {

				@Override
				public Connection getConnection() throws SQLException {
					Connection connection = super.getConnection();
					most.accumulateAndGet(own.getHikariPoolMXBean().getActiveConnections(), Math::max);
					return connection;
				}

			};
			try (JdbcLeaseStore at = new JdbcLeaseStore(counting)) {
				List<CompletableFuture<Answer>> under = Stream.generate(() -> new Request.Read(KEY))
					.limit(50)
					.map((read) -> at.ask(read, PATIENCE).toCompletableFuture())
					.toList();
				for (CompletableFuture<Answer> each : under) {
					assertThat(each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(new Answer.Held(held));
				}
			}
		}
		assertThat(most.get()).isBetween(1, 2);
	}

	@Test
	void reignWithoutALeaseIsNoRecord() throws Exception {
		LeaseRecord held = done(this.store, new Request.Take(KEY, done(this.store, create()).version(), NODE, 1, 1,
				"http://a", 1_000_000_000, System.currentTimeMillis() + 1_000_000_000_000L, 1));
		jdbc().update("DELETE FROM leader_election_lease WHERE cluster_name = ?", KEY.cluster());
		assertThat(read()).isEqualTo(new Answer.Missing());
		LeaseRecord created = done(this.store, create());
		assertThat(created.holder()).isNull();
		assertThat(created.url()).isNull();
		assertThat(created.token()).isGreaterThan(held.token());
	}

	@Test
	void missingTableIsNamedWithItsRemedy() throws Exception {
		try (HikariDataSource empty = poolOf(pool(), emptyDatabase()); JdbcLeaseStore at = new JdbcLeaseStore(empty)) {
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("leader_election_")
						.contains("io/github/leaderelection/jdbc/lease-")
						.contains("leader-election.jdbc.initialize-schema=always"));
			assertThat(ask(at, create(), PATIENCE)).isInstanceOf(Answer.Unknown.class);
		}
	}

	@Test
	void rightThatIsMissingFailsTheCheckAndIsNamedWithItsRemedy() {
		JdbcTemplate admin = jdbc();
		List<String> tables = List.of(LeaseStatements.LEASE, LeaseStatements.REIGN);
		admin.execute(createUser("limited"));
		tables.forEach((table) -> admin.execute("GRANT SELECT, INSERT, UPDATE ON " + table + " TO " + user("limited")));
		try (HikariDataSource own = TestServers.pool(urlOf("limited"), "limited");
				JdbcLeaseStore at = new JdbcLeaseStore(own)) {
			at.check();
			for (String table : tables) {
				for (String right : List.of("SELECT", "INSERT", "UPDATE")) {
					admin.execute("REVOKE " + right + " ON " + table + " FROM " + user("limited"));
					// H2 looks at rights when a connection first sees a statement
					own.getHikariPoolMXBean().softEvictConnections();
					assertThatExceptionOfType(UnusableDatabaseException.class).as("without %s on %s", right, table)
						.isThrownBy(at::check)
						.withMessageContainingAll("lacks a right", "Grant this user SELECT, INSERT and UPDATE", table);
					admin.execute("GRANT " + right + " ON " + table + " TO " + user("limited"));
				}
			}
			at.check();
		}
	}

	@Test
	void nameTooLongForItsColumnIsRefusedByNobodyElse() throws Exception {
		Key longest = new Key("c".repeat(255), "\u00e4".repeat(255));
		Answer fits = ask(this.store, new Request.Read(longest), PATIENCE);
		assertThat(fits).isEqualTo(new Answer.Missing());
		assertThat(ask(this.store, new Request.Create(longest, 1, 1, true, 1), PATIENCE))
			.isInstanceOf(Answer.Mine.class);
		deleteRecord(longest);
		Answer answer = ask(this.store, new Request.Create(new Key("c".repeat(256), "g"), 1, 1, true, 1), PATIENCE);
		assertThat(answer).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("255"));
	}

	@Test
	void rightsThatTheGuideNamesSuffice() throws Exception {
		List<String> grants = Files.readAllLines(Path.of("..", "..", "docs", "stores", "jdbc.md"))
			.stream()
			.filter((line) -> line.startsWith("GRANT "))
			.map((line) -> line.replace(" TO orders;", " TO " + user("orders")))
			.toList();
		assertThat(grants).hasSize(3);
		jdbc().execute(createUser("orders"));
		grants.forEach(jdbc()::execute);
		boolean tellsChanges = isToTellChanges();
		try (HikariDataSource theirs = TestServers.pool(urlOf("orders"), "orders");
				JdbcLeaseStore at = new JdbcLeaseStore(theirs)) {
			assertThat(at.keepsValues()).isTrue();
			at.check();
			at.watch(KEY, (told) -> {
			});
			Answer.Value value = (Answer.Value) ask(at, new Request.ReadValue(KEY), PATIENCE);
			assertThat(ask(at, new Request.WriteValue(KEY, value.version(), "a", 1), PATIENCE))
				.isInstanceOf(Answer.Value.class);
			LeaseRecord held = done(at, renew(done(at, take(done(at, create()).version())).version()));
			Awaitility.await().atMost(PATIENCE).until(at::tellsChanges, (tells) -> tells == tellsChanges);
			LeaseRecord released = done(at, new Request.Release(KEY, held.version(), null, 0, this.drawn++));
			assertThat(ask(at, new Request.Read(KEY), PATIENCE)).isEqualTo(new Answer.Free(released));
			JdbcTemplate more = new JdbcTemplate(theirs);
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> more.update("DELETE FROM leader_election_lease"));
		}
	}

	@Test
	void descriptionNamesTheDatabaseAndNoSecret() throws Exception {
		assertThat(this.store.description()).contains("not reached");
		read();
		assertThat(this.store.description()).contains(" at jdbc:").doesNotContain("password", "?", ";");
	}

	/**
	 * Gives one connection again and again, to one at a time, and never closes it.
	 */
	private static final class OneConnection extends DelegatingDataSource {

		private final Semaphore free = new Semaphore(1);

		private final Connection connection;

		OneConnection(DataSource target, Connection connection) {
			super(target);
			this.connection = connection;
		}

		@Override
		public Connection getConnection() {
			this.free.acquireUninterruptibly();
			return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
					new Class<?>[] { Connection.class }, this::call);
		}

		private Object call(Object proxy, Method method, Object[] arguments) throws ReflectiveOperationException {
			if (method.getName().equals("close")) {
				this.free.release();
				return null;
			}
			return method.invoke(this.connection, arguments);
		}

		void awaitFree() {
			this.free.acquireUninterruptibly();
		}

	}

}
