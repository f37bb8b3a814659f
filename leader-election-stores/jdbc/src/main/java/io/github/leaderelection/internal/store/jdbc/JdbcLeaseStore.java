package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.UnusedKey;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * Keeps leases in two tables of a relational database. Each request borrows a connection
 * from the application's pool, on a thread of the store. So no request joins a
 * transaction of the caller. The store does not access the database before the first
 * request.
 */
public final class JdbcLeaseStore implements LeaseStore {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

	private static final int TRIES_TO_BE_SEEN = 3;

	/** The duration of each lease that this process tried to take. */
	private final Map<Key, Duration> leases = new ConcurrentHashMap<>();

	/** Each lease record as this process last wrote it. */
	private final Map<Key, LeaseRecord> written = new ConcurrentHashMap<>();

	private final RequestThreads threads;

	private final ReleaseHints hints;

	private final DataSource dataSource;

	private final LeaseTables tables;

	private final Runnable schema;

	private final Runnable valueSchema;

	private volatile boolean keepsValues;

	private final AtomicReference<@Nullable Engine> engine = new AtomicReference<>();

	/** Creates a store whose tables exist. */
	public JdbcLeaseStore(DataSource dataSource) {
		this(dataSource, LeaseTables.DEFAULT, true, () -> {
		}, () -> {
		});
	}

	/**
	 * Creates a store.
	 * @param mayListen whether the store may keep a connection to be notified of releases
	 * @param schema makes the tables of leases
	 * @param valueSchema makes the table of values
	 */
	public JdbcLeaseStore(DataSource dataSource, LeaseTables tables, boolean mayListen, Runnable schema,
			Runnable valueSchema) {
		this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
		this.tables = tables;
		this.threads = new RequestThreads(dataSource);
		this.hints = new ReleaseHints(dataSource, mayListen);
		this.schema = schema;
		this.valueSchema = valueSchema;
	}

	@Override
	public boolean keepsValues() {
		this.keepsValues = true;
		return true;
	}

	/**
	 * {@inheritDoc} Creates the tables, reads a lease that never exists, and changes
	 * none.
	 * @throws UnusableDatabaseException if the database cannot keep leases, for example
	 * for lack of a table or a right
	 */
	@Override
	public void check() {
		this.schema.run();
		boolean values = this.keepsValues;
		if (values) {
			this.valueSchema.run();
		}
		AtomicReference<@Nullable Exception> problem = new AtomicReference<>();
		this.threads.run((connection) -> {
			try {
				session(connection, engine(connection)).tryRights(values);
				return new Answer.Missing();
			}
			catch (SQLException | RuntimeException ex) {
				problem.set(ex);
				throw ex;
			}
		}, PendingRequest.Access.WRITE, FIRST_LOOK).join();
		Exception found = problem.get();
		UnusableDatabaseException lasting = (found != null) ? SqlProblem.lasting(found) : null;
		if (lasting != null) {
			throw lasting;
		}
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
		return this.threads.run((connection) -> answer(connection, request), access(request), deadline).copy();
	}

	/** InnoDB updates the committed row under every isolation level, so ROW suffices. */
	private PendingRequest.Access access(Request request) {
		if (request instanceof Request.Read || request instanceof Request.ReadValue) {
			return PendingRequest.Access.READ;
		}
		Engine known = this.engine.get();
		return (known != null && known.dialect() == FencingDialect.MYSQL
				&& (request instanceof Request.Renew || request instanceof Request.Release)) ? PendingRequest.Access.ROW
						: PendingRequest.Access.WRITE;
	}

	private Answer answer(Connection connection, Request request) throws SQLException {
		Engine known = engine(connection);
		LeaseSession session = session(connection, known);
		Answer answer = session.answer(request, this.written.get(request.key()));
		if (answer instanceof Answer.Mine mine) {
			this.written.put(request.key(), mine.record());
			if (request instanceof Request.Release && known.dialect() == FencingDialect.POSTGRESQL) {
				session.tell(request.key());
			}
		}
		return answer;
	}

	private static LeaseSession session(Connection connection, Engine known) {
		return new LeaseSession(connection, known.statements(), known.names());
	}

	private Engine engine(Connection connection) throws SQLException {
		Engine known = this.engine.get();
		if (known == null) {
			known = Engine.of(connection, this.tables);
			if (this.engine.compareAndSet(null, known)) {
				warnOfLateWrites(known, connection);
			}
		}
		return known;
	}

	/** Affects nothing but the log. */
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
	 * The lock by which transactions of the application commit under a leadership.
	 */
	public LeadershipLock reignLock() {
		return new LeadershipLock(this.leases::get, this.tables);
	}

	/** The DataSource through which the store writes. */
	public DataSource dataSource() {
		return this.dataSource;
	}

	/**
	 * Checks whether another DataSource leads to the same tables. It writes a mark
	 * through one and reads it through the other. Other nodes may run the same check
	 * concurrently.
	 * @return null if the database does not answer at present
	 */
	public @Nullable Boolean isSeenThrough(JdbcOperations other) {
		for (int i = 0; i < TRIES_TO_BE_SEEN; i++) {
			long mark = ThreadLocalRandom.current().nextLong();
			if (!isMarked(mark)) {
				return null;
			}
			if (marks(other).equals(List.of(mark))) {
				return true;
			}
		}
		return false;
	}

	private boolean isMarked(long mark) {
		try {
			this.schema.run();
		}
		catch (RuntimeException ex) {
			logger.debug("The tables of leases are not there yet: {}", SqlProblem.text(ex));
			return false;
		}
		return this.threads.run((connection) -> {
			session(connection, engine(connection)).mark(mark);
			return new Answer.Missing();
		}, PendingRequest.Access.WRITE, FIRST_LOOK).join() instanceof Answer.Missing;
	}

	/**
	 * Reads the marks through the other DataSource; also empty if it has no such tables.
	 */
	private List<Long> marks(JdbcOperations other) {
		try {
			Engine known = Objects.requireNonNull(this.engine.get());
			return new NamedParameterJdbcTemplate(other).queryForList(known.names().in(LeaseStatements.MARK),
					LeaseRows.key(UnusedKey.KEY), Long.class);
		}
		catch (DataAccessException ex) {
			logger.debug("What the store wrote is not read through the other DataSource: {}", SqlProblem.text(ex));
			return List.of();
		}
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.hints.watch(key, listener);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return this.hints.isListening();
	}

	/**
	 * {@inheritDoc} Returns true before the database was first reached.
	 */
	@Override
	public boolean outlivesProcess() {
		Engine known = this.engine.get();
		return known == null || known.outlivesProcess();
	}

	@Override
	public long aborted() {
		return this.threads.aborted();
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
