package io.github.leaderelection.jdbc;

import java.sql.DatabaseMetaData;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.FencingTally;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.fencing.StaleTokenException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;

/**
 * A guard and gate that keeps its marks in a table of the guarded database. A check runs
 * in the caller's transaction, so its mark and the guarded write commit together or not
 * at all. From the check until the commit the row of the resource is locked, and another
 * leader waits. A resource and a stream of the same name share a row. Safe for use from
 * any thread.
 * <p>
 * The application creates the table from the file at
 * {@link FencingDialect#schemaLocation()}.
 */
public class JdbcFencingGuard implements FencingGuard, SequenceGate {

	/** The longest name of a resource, in characters. */
	public static final int MAX_RESOURCE_LENGTH = 255;

	private final JdbcOperations jdbc;

	private final NamedParameterJdbcOperations named;

	private final JdbcFencingOptions options;

	private final FencingTally tally = new FencingTally();

	private volatile @Nullable FencingStatements statements;

	/**
	 * Creates a guard with the default options.
	 * @param jdbc the guarded database
	 */
	public JdbcFencingGuard(JdbcOperations jdbc) {
		this(jdbc, JdbcFencingOptions.defaults());
	}

	/**
	 * Creates a guard. It does not access the database before the first check.
	 * @param jdbc the guarded database
	 * @param options the options of the guard
	 */
	public JdbcFencingGuard(JdbcOperations jdbc, JdbcFencingOptions options) {
		this.jdbc = Objects.requireNonNull(jdbc, "jdbc");
		this.named = new NamedParameterJdbcTemplate(jdbc);
		this.options = Objects.requireNonNull(options, "options");
	}

	/**
	 * {@inheritDoc}
	 * @throws IllegalStateException if a transaction is required and none is active
	 * @throws DataAccessException if the database fails. At the isolation levels
	 * repeatable read and serializable, also if another leader wrote the mark since the
	 * transaction began
	 */
	@Override
	public void check(String resource, long token) {
		FencingGuard.requireToken(resource, token);
		if (!raises(statements().check(), resource, token, 0)) {
			throw new StaleTokenException(resource, token, refusing(resource).token());
		}
	}

	/**
	 * {@inheritDoc}
	 * @throws IllegalStateException if a transaction is required and none is active
	 * @throws DataAccessException for the same reasons as {@link #check(String, long)}
	 */
	@Override
	public void check(String resource, LeaderSequenceNumber token) {
		if (!raises(statements().checkPair(), resource, token.fencingToken(), token.counter())) {
			Mark mark = refusing(resource);
			throw new StaleTokenException(resource, token, mark.token(), mark.counter());
		}
	}

	@Override
	public OptionalLong highest(String resource) {
		return mark(statements().present(), resource).stream().mapToLong(Mark::token).findFirst();
	}

	/**
	 * {@inheritDoc}
	 * @throws IllegalStateException if a transaction is required and none is active
	 * @throws DataAccessException for the same reasons as {@link #check(String, long)}
	 */
	@Override
	public boolean passes(String stream, LeaderSequenceNumber number) {
		return raises(statements().pass(), stream, number.fencingToken(), number.counter());
	}

	@Override
	public Optional<LeaderSequenceNumber> last(String stream) {
		return mark(statements().present(), stream).filter((mark) -> mark.counter() > 0)
			.map((mark) -> new LeaderSequenceNumber(mark.token(), mark.counter()));
	}

	/**
	 * Checks that the database is supported and has the table.
	 * @throws IllegalArgumentException for an unsupported database
	 * @throws DataAccessException if the table cannot be read
	 */
	public void verify() {
		mark(statements().present(), "");
	}

	/**
	 * Counts the outcomes of checks and messages.
	 * @return the live tally
	 */
	public FencingTally tally() {
		return this.tally;
	}

	/**
	 * The dialect of the database.
	 * @return the dialect
	 * @throws IllegalArgumentException for an unsupported database
	 * @throws DataAccessException if the database cannot be reached
	 */
	public FencingDialect dialect() {
		FencingDialect known = this.options.dialect();
		return (known != null) ? known : FencingDialect.of(product());
	}

	private String product() {
		String product = this.jdbc.execute((ConnectionCallback<String>) (connection) -> {
			DatabaseMetaData data = connection.getMetaData();
			return data.getDatabaseProductName();
		});
		Assert.state(product != null,
				"The driver does not name its database: set the dialect in the options of the guard");
		return product;
	}

	private FencingStatements statements() {
		FencingStatements known = this.statements;
		if (known == null) {
			known = dialect().statements(this.options.table());
			this.statements = known;
		}
		return known;
	}

	private boolean raises(String statement, String resource, long token, long counter) {
		requireName(resource);
		requireTransaction(resource);
		int rows = update(statement, Map.of("resource", resource, "token", token, "counter", counter));
		return this.tally.count(statements().isAdmitted(rows));
	}

	/** The committed mark that refused a check. */
	private Mark refusing(String resource) {
		return mark(statements().presentInSpite(), resource)
			.orElseThrow(() -> new IllegalStateException("The row of '" + resource + "' in " + this.options.table()
					+ " disappeared during a check: do not delete rows of that table"));
	}

	/**
	 * In H2 a merge may find no row, wait for a concurrent insert of it, and then fail.
	 * The second attempt finds the row.
	 */
	private int update(String statement, Map<String, ?> parameters) {
		try {
			return this.named.update(statement, parameters);
		}
		catch (DuplicateKeyException ex) {
			return this.named.update(statement, parameters);
		}
	}

	private Optional<Mark> mark(String query, String resource) {
		return this.named
			.query(query, Map.of("resource", resource), (row, index) -> new Mark(row.getLong(1), row.getLong(2)))
			.stream()
			.findFirst();
	}

	private void requireTransaction(String resource) {
		if (this.options.requireTransaction()
				&& !(TransactionSynchronizationManager.isActualTransactionActive() && isInTransaction())) {
			throw new IllegalStateException("'" + resource
					+ "' is checked outside of a transaction of its database. The mark and the write would not "
					+ "commit together, so the write of a leader that pauses between them would pass. Check and write "
					+ "in one @Transactional method or TransactionTemplate of this database, or create the guard with "
					+ "the options withoutTransaction()");
		}
	}

	/**
	 * Whether the connection is in a transaction; Spring's may belong to another
	 * resource.
	 */
	private boolean isInTransaction() {
		return Boolean.FALSE.equals(this.jdbc.execute((ConnectionCallback<Boolean>) (connection) -> {
			boolean autoCommit = connection.getAutoCommit();
			return autoCommit;
		}));
	}

	private static void requireName(String name) {
		if (name.isBlank() || name.length() > MAX_RESOURCE_LENGTH) {
			throw new IllegalArgumentException("The name '" + name + "' of a guarded resource has " + name.length()
					+ " characters or is blank: use a name of 1 to " + MAX_RESOURCE_LENGTH
					+ " characters, the same at every writer");
		}
	}

	/**
	 * The mark of a resource.
	 *
	 * @param token the highest token
	 * @param counter the highest counter under it, 0 for none
	 */
	private record Mark(long token, long counter) {
	}

}
