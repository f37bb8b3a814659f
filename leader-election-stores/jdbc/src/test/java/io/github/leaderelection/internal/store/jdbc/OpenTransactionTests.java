package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;
import org.mockito.AdditionalAnswers;
import org.mockito.Mockito;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;

/**
 * Tests for a transaction of a request that cannot be ended on a connection that lives.
 */
class OpenTransactionTests {

	private static final Key KEY = new Key("orders", "default");

	private final DataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

	private static Answer create(JdbcLeaseStore store) {
		Request create = new Request.Create(KEY, Duration.ofSeconds(10).toNanos(), 1, true, 1);
		return store.ask(create, Duration.ofSeconds(20)).toCompletableFuture().join();
	}

	@Test
	void connectionWhoseTransactionCannotBeEndedIsAborted() throws SQLException {
		new ResourceDatabasePopulator(new ClassPathResource(LeaseStatements.schemaLocation("h2")))
			.execute(this.database);
		Connection stuck = Mockito.mock(Connection.class, AdditionalAnswers.delegatesTo(this.database.getConnection()));
		Mockito.doThrow(new SQLException("no commit now")).when(stuck).commit();
		Connection sound = Mockito.mock(Connection.class, AdditionalAnswers.delegatesTo(this.database.getConnection()));
		DataSource pool = Mockito.mock(DataSource.class);
		Mockito.when(pool.getConnection()).thenReturn(stuck, sound);
		try (JdbcLeaseStore store = new JdbcLeaseStore(pool)) {
			assertThat(create(store)).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("no commit now"));
			Mockito.verify(stuck, Mockito.timeout(20_000)).close();
			Mockito.verify(stuck).abort(any());
			assertThat(create(store)).isInstanceOf(Answer.Mine.class);
			Mockito.verify(sound, Mockito.timeout(20_000)).close();
			Mockito.verify(sound, Mockito.never()).abort(any());
		}
	}

}
