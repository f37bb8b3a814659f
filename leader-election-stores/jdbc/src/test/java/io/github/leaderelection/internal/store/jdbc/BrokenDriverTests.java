package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.postgresql.PGConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a driver of which a class is missing.
 */
class BrokenDriverTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	@Test
	void everyRequestIsAnsweredAndNobodyWaitsForEver() throws SQLException {
		DataSource pool = Mockito.mock(DataSource.class);
		Mockito.when(pool.getConnection()).thenThrow(new NoClassDefFoundError("org/example/Driver"));
		try (JdbcLeaseStore store = new JdbcLeaseStore(pool)) {
			for (int i = 0; i < 3; i++) {
				Request read = new Request.Read(new Key("orders", "default"));
				assertThat(store.ask(read, Duration.ofMinutes(1)).toCompletableFuture()).succeedsWithin(PATIENCE)
					.isInstanceOfSatisfying(Answer.Unknown.class, (unknown) -> assertThat(unknown.reason())
						.isEqualTo("NoClassDefFoundError: org/example/Driver"));
			}
			assertThat(CompletableFuture.runAsync(store::check)).succeedsWithin(PATIENCE);
		}
	}

	@Test
	void databaseOfAnotherKindFailsTheCheckAndIsNamedWithItsRemedy() throws SQLException {
		Connection connection = Mockito.mock(Connection.class, Mockito.RETURNS_DEEP_STUBS);
		Mockito.when(connection.getMetaData().getDatabaseProductName()).thenReturn("Oracle");
		DataSource pool = Mockito.mock(DataSource.class);
		Mockito.when(pool.getConnection()).thenReturn(connection);
		try (JdbcLeaseStore store = new JdbcLeaseStore(pool)) {
			assertThatExceptionOfType(UnusableDatabaseException.class).isThrownBy(store::check)
				.withMessageContainingAll("'Oracle'", "Use PostgreSQL, MySQL, MariaDB or H2");
			Request read = new Request.Read(new Key("orders", "default"));
			assertThat(store.ask(read, PATIENCE).toCompletableFuture()).succeedsWithin(PATIENCE)
				.isInstanceOfSatisfying(Answer.Unknown.class,
						(unknown) -> assertThat(unknown.reason()).contains("Use PostgreSQL, MySQL, MariaDB or H2"));
		}
	}

	@Test
	void anErrorDoesNotEndTheHintsAndItsConnectionIsAborted() throws SQLException {
		Connection connection = Mockito.mock(Connection.class, Mockito.RETURNS_DEEP_STUBS);
		Mockito.when(connection.getMetaData().getDatabaseProductName()).thenReturn("PostgreSQL");
		PGConnection driver = Mockito.mock(PGConnection.class);
		Mockito.doReturn(driver).when(connection).unwrap(PGConnection.class);
		Mockito.when(connection.createStatement().executeQuery(Mockito.any()).next()).thenReturn(true);
		Mockito.when(connection.createStatement().execute(Mockito.any()))
			.thenThrow(new OutOfMemoryError("unable to create native thread"));
		DataSource pool = Mockito.mock(DataSource.class);
		Mockito.when(pool.getConnection()).thenReturn(connection);
		try (JdbcLeaseStore store = new JdbcLeaseStore(pool)) {
			store.watch(new Key("orders", "default"), (record) -> {
			});
			Mockito.verify(connection, Mockito.timeout(PATIENCE.toMillis()).atLeast(2)).abort(Mockito.any());
			assertThat(store.tellsChanges()).isFalse();
		}
	}

}
