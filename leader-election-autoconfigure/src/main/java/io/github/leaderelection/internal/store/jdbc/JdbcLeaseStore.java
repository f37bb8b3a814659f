package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.lease.RefusedWrites;
import io.github.leaderelection.internal.store.lease.ReleaseNews;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;

/**
 * Keeps leases in two tables of a relational database. Every request has a connection of
 * its own from the application's pool, on a thread of the store: it is never part of a
 * transaction of the caller. The database is not asked before the first request.
 */
public final class JdbcLeaseStore implements LeaseStore {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

	/** How long each lease counts that this process tried to take. */
	private final Map<Key, Duration> leases = new ConcurrentHashMap<>();

	private final ReleaseNews news = new ReleaseNews();

	private final RequestThreads threads;

	private final ReleaseHints hints;

	private final Runnable tables;

	private final AtomicReference<@Nullable Engine> engine = new AtomicReference<>();

	/** Whether the server refuses to tell of a release in the statement that does it. */
	private volatile boolean cannotTell;

	/**
	 * A store whose tables are there.
	 * @param dataSource the application's; it goes on when the store is closed
	 */
	public JdbcLeaseStore(DataSource dataSource) {
		this(dataSource, true, () -> {
		});
	}

	/**
	 * A store.
	 * @param dataSource the application's; it goes on when the store is closed
	 * @param mayListen whether one of its connections may be kept, to be told of releases
	 * @param tables makes its tables where they are missing; run by each check
	 */
	public JdbcLeaseStore(DataSource dataSource, boolean mayListen, Runnable tables) {
		Objects.requireNonNull(dataSource, "dataSource");
		this.threads = new RequestThreads(dataSource);
		this.hints = new ReleaseHints(dataSource, this.news, mayListen);
		this.tables = tables;
	}

	/**
	 * {@inheritDoc} Makes the tables, reads a lease that there never is, and changes
	 * none.
	 * @throws UnusableDatabaseException if no lease can be kept there, for want of a
	 * table or of a right, say
	 */
	@Override
	public void check() {
		this.tables.run();
		AtomicReference<@Nullable Exception> problem = new AtomicReference<>();
		this.threads.run((connection) -> {
			try {
				new LeaseSession(connection, engine(connection).statements()).tryRights();
				return new Answer.Missing();
			}
			catch (SQLException | RuntimeException ex) {
				problem.set(ex);
				throw ex;
			}
		}, true, FIRST_LOOK).join();
		Exception found = problem.get();
		UnusableDatabaseException lasting = (found != null) ? SqlProblem.lasting(found) : null;
		if (lasting != null) {
			throw lasting;
		}
	}

	/**
	 * {@inheritDoc} Takes and releases a lease that there never is, and tells of it.
	 */
	@Override
	public void rehearse() {
		this.threads.run((connection) -> {
			for (int i = 0; i < RefusedWrites.TIMES; i++) {
				for (Request request : RefusedWrites.all()) {
					answer(connection, request);
				}
			}
			Engine known = engine(connection);
			if (known.dialect() == FencingDialect.POSTGRESQL) {
				ReleaseNews.rehearse();
				new LeaseSession(connection, known.statements()).tell(RefusedWrites.release(), 0);
			}
			return new Answer.Missing();
		}, true, FIRST_LOOK).join();
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		String tooLong = LeaseRows.tooLong(request);
		if (tooLong != null) {
			return CompletableFuture.completedFuture(new Answer.Unknown(tooLong));
		}
		if (request instanceof Request.Take take) {
			this.leases.put(take.key(), Duration.ofNanos(take.durationNanos()));
		}
		return this.threads
			.run((connection) -> answer(connection, request), !(request instanceof Request.Read), deadline)
			.copy();
	}

	private Answer answer(Connection connection, Request request) throws SQLException {
		Engine known = engine(connection);
		boolean tells = request instanceof Request.Release && known.dialect() == FencingDialect.POSTGRESQL;
		Answer answer = (tells && this.hints.isListening() && !this.cannotTell) ? told(connection, request) : null;
		if (answer == null) {
			LeaseSession session = new LeaseSession(connection, known.statements());
			answer = session.answer(request, this.news.isByNews(request));
			if (tells && request instanceof Request.Release release && answer instanceof Answer.Mine mine) {
				session.tell(release, mine.record().token());
			}
		}
		this.news.note(request.key(), answer);
		return answer;
	}

	/**
	 * Releases and tells in one.
	 * @return null where the server refuses that, and has done nothing
	 */
	private @Nullable Answer told(Connection connection, Request request) throws SQLException {
		try {
			return new LeaseSession(connection, PostgresqlLease.telling()).answer(request);
		}
		catch (DataAccessException ex) {
			if (SqlProblem.isOfTheConnection(ex)) {
				throw ex;
			}
			if (SqlProblem.isOfTheStatement(ex)) {
				this.cannotTell = true;
			}
			return null;
		}
	}

	private Engine engine(Connection connection) throws SQLException {
		Engine known = this.engine.get();
		if (known == null) {
			known = Engine.of(connection);
			if (this.engine.compareAndSet(null, known)) {
				warnOfLateWrites(known, connection);
			}
		}
		return known;
	}

	/** Nothing hangs on it but a line of the log. */
	private static void warnOfLateWrites(Engine found, Connection connection) {
		if (found.dialect() != FencingDialect.H2 || !found.outlivesProcess()) {
			return;
		}
		try {
			int millis = H2Lease.writeDelayMillis(connection);
			if (millis > 0) {
				logger
					.warn("{} writes what it confirmed up to {} ms later. A kill of its process may undo the last take, "
							+ "and two nodes then lead for at most a lease. Add ;WRITE_DELAY=0 to the URL of the DataSource",
							found.description(), millis);
			}
		}
		catch (SQLException ex) {
			logger.debug("When the database writes what it confirms is not known: {}", SqlProblem.text(ex));
		}
	}

	/**
	 * How transactions of the application lock the leadership under which they commit.
	 */
	public ReignLock reignLock() {
		return new ReignLock(this.leases::get);
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.hints.watch(key, null, listener);
	}

	@Override
	public Watch watch(Key key, NodeId node, Consumer<@Nullable LeaseRecord> listener) {
		return this.hints.watch(key, node, listener);
	}

	/**
	 * {@inheritDoc}
	 * @return true as long as a PostgreSQL server tells of releases
	 */
	@Override
	public boolean tellsChanges() {
		return this.hints.isListening();
	}

	/**
	 * {@inheritDoc}
	 * @return true: a PostgreSQL server says how many listen, and no other tells
	 */
	@Override
	public boolean spreadsHints() {
		return true;
	}

	/**
	 * {@inheritDoc} As long as the database was never reached, that is assumed.
	 */
	@Override
	public boolean outlivesProcess() {
		Engine known = this.engine.get();
		return known == null || known.outlivesProcess();
	}

	@Override
	public String description() {
		Engine known = this.engine.get();
		return (known != null) ? known.description()
				: "a database that was not reached yet, table " + LeaseStatements.LEASE;
	}

	@Override
	public void close() {
		this.hints.close();
		this.threads.close();
	}

}
