package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.store.lease.FoundLease;
import io.github.leaderelection.internal.store.lease.UnusedKey;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterUtils;
import org.springframework.jdbc.core.namedparam.ParsedSql;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Runs requests on one connection, which is in auto-commit mode.
 */
final class LeaseSession {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Connection connection;

	private final LeaseStatements statements;

	private final NamedParameterJdbcTemplate jdbc;

	LeaseSession(Connection connection, LeaseStatements statements, LeaseTables.Names names) {
		this.connection = connection;
		this.statements = statements;
		this.jdbc = new Translated(new SingleConnectionDataSource(connection, true), names);
	}

	/**
	 * Runs a request.
	 * @param written the record as this process last wrote it, null if it never did
	 */
	Answer answer(Request request, @Nullable LeaseRecord written) throws SQLException {
		if (request instanceof Request.Create create) {
			return write(create.key(), this.statements.create(), LeaseRows.create(create));
		}
		if (request instanceof Request.Take take) {
			SqlParameterSource parameters = LeaseRows.take(take);
			return this.statements.returning() ? returned(this.statements.take(), parameters)
					: write(take.key(), this.statements.take(), parameters);
		}
		if (request instanceof Request.Renew renew) {
			return keep(renew, written, this.statements.renew(), LeaseRows.renew(renew));
		}
		if (request instanceof Request.Release release) {
			return keep(release, written, this.statements.release(), LeaseRows.release(release));
		}
		if (request instanceof Request.ReadValue) {
			return this.jdbc
				.query(LeaseStatements.READ_VALUE, LeaseRows.key(request.key()),
						(row, index) -> new Answer.Value(row.getString("version"), row.getString("content")))
				.stream()
				.findFirst()
				.orElse(Answer.Value.NONE);
		}
		if (request instanceof Request.WriteValue write) {
			SqlParameterSource parameters = LeaseRows.value(write);
			String statement = (write.version() != null) ? LeaseStatements.CHANGE_VALUE : LeaseStatements.MAKE_VALUE;
			return isDone(List.of(statement), parameters)
					? new Answer.Value(String.valueOf(parameters.getValue("next")), write.text())
					: new Answer.NotDone();
		}
		FoundLease found = read(request.key());
		return (found != null) ? found.answer() : new Answer.Missing();
	}

	/** Tries all rights that requests need, with statements that change nothing. */
	void tryRights(boolean values) throws SQLException {
		read(UnusedKey.KEY);
		LeaseStatements.NO_CHANGE.forEach((statement) -> this.jdbc.update(statement, Map.of()));
		if (values) {
			answer(new Request.ReadValue(UnusedKey.KEY), null);
			LeaseStatements.NO_CHANGE_OF_VALUES.forEach((statement) -> this.jdbc.update(statement, Map.of()));
		}
	}

	/** Writes a mark, for other connections to read, into a reign that is never used. */
	void mark(long mark) {
		SqlParameterSource parameters = LeaseRows.key(UnusedKey.KEY).addValue("mark", mark);
		if (this.jdbc.update(LeaseStatements.CHANGE_MARK, parameters) == 0) {
			this.jdbc.update(LeaseStatements.MAKE_MARK, parameters);
		}
	}

	/** Notifies listening nodes of a release. A failure does no harm. */
	void tell(Key key) {
		try {
			this.jdbc.query(PostgresqlChannel.TELL, Map.of("told", PostgresqlChannel.payload(key)), (row) -> {
			});
		}
		catch (DataAccessException ex) {
			logger.debug("The release of {} is not told: {}", key, SqlProblem.text(ex));
		}
	}

	/** Runs a write whose statement returns the record as written. */
	private Answer returned(List<String> statements, SqlParameterSource parameters) {
		FoundLease written = first(statements.get(0), parameters);
		return (written != null) ? written.written() : new Answer.NotDone();
	}

	/**
	 * Renews or releases in one round trip. The version identifies the record, whose
	 * holder and token stay. Now and then the record is read back: a manual change may
	 * have kept the version. Only the deadline limits a wait for the row: a lock timeout
	 * would take more round trips than the write.
	 */
	private Answer keep(Request.Change change, @Nullable LeaseRecord written, List<String> statements,
			SqlParameterSource parameters) {
		if (this.statements.returning()) {
			return returned(statements, parameters);
		}
		if (this.jdbc.update(statements.get(0), parameters) == 0) {
			return new Answer.NotDone();
		}
		String next = String.valueOf(parameters.getValue("next"));
		if (written == null || !written.version().equals(change.version()) || LeaseRows.Version.isReadBack(next)) {
			return readBack(change.key(), next);
		}
		return new Answer.Mine(change.after(written, 0, next));
	}

	private @Nullable FoundLease read(Key key) {
		return first(LeaseStatements.READ, LeaseRows.key(key));
	}

	private @Nullable FoundLease first(String statement, SqlParameterSource parameters) {
		return this.jdbc.query(statement, parameters, LeaseRows::found).stream().findFirst().orElse(null);
	}

	private Answer write(Key key, List<String> statements, SqlParameterSource parameters) throws SQLException {
		if (!isDone(statements, parameters)) {
			return new Answer.NotDone();
		}
		return readBack(key, String.valueOf(parameters.getValue("next")));
	}

	private Answer readBack(Key key, String next) {
		FoundLease written = read(key);
		if (written == null || !written.record().version().equals(next)) {
			return new Answer.Unknown("The record was changed again before it was read back");
		}
		return written.written();
	}

	private boolean isDone(List<String> statements, SqlParameterSource parameters) throws SQLException {
		LeaseStatements.LockTimeout timeout = this.statements.lockTimeout();
		if (timeout == null) {
			return isCommitted(statements, parameters);
		}
		Long former = this.jdbc.getJdbcOperations().queryForObject(timeout.present(), Long.class);
		this.jdbc.getJdbcOperations().execute(timeout.change() + timeout.wanted());
		try {
			return isCommitted(statements, parameters);
		}
		finally {
			if (!this.connection.isClosed()) {
				this.jdbc.getJdbcOperations().execute(timeout.change() + former);
			}
		}
	}

	/** Only a duplicate key shows that another node created the row. */
	private boolean isCommitted(List<String> statements, SqlParameterSource parameters) throws SQLException {
		try {
			return (statements.size() > 1) ? isDoneInATransaction(statements, parameters)
					: this.jdbc.update(statements.get(0), parameters) > 0;
		}
		catch (DuplicateKeyException ex) {
			return false;
		}
	}

	private boolean isDoneInATransaction(List<String> statements, SqlParameterSource parameters) throws SQLException {
		this.connection.setAutoCommit(false);
		boolean isDone = false;
		try {
			isDone = statements.stream().allMatch((statement) -> this.jdbc.update(statement, parameters) > 0);
		}
		finally {
			if (isDone) {
				this.connection.commit();
			}
			else {
				this.connection.rollback();
			}
			this.connection.setAutoCommit(true);
		}
		return isDone;
	}

	/**
	 * Names the tables, and parses each statement once, not once for each connection.
	 */
	private static final class Translated extends NamedParameterJdbcTemplate {

		private static final Map<String, ParsedSql> PARSED = new ConcurrentHashMap<>();

		private final LeaseTables.Names names;

		Translated(DataSource connection, LeaseTables.Names names) {
			super(connection);
			this.names = names;
		}

		@Override
		protected ParsedSql getParsedSql(String sql) {
			return PARSED.computeIfAbsent(this.names.in(sql), NamedParameterUtils::parseSqlStatement);
		}

	}

}
