package io.github.leaderelection.internal.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

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

}
