package io.github.leaderelection.internal.store.jdbc;

import java.time.Duration;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.real.TwoNodes;
import org.junit.jupiter.api.Test;

/**
 * Two nodes lead by a lease in one database, in real time.
 */
class ElectionInADatabaseTests {

	@Test
	void nodesLeadInTurn() {
		try (HikariDataSource pool = TestServers.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
				"sa")) {
			AbstractJdbcLeaseStore.makeTables(pool, "h2");
			try (JdbcLeaseStore ofA = new JdbcLeaseStore(pool); JdbcLeaseStore ofB = new JdbcLeaseStore(pool)) {
				TwoNodes.leadInTurn(ofA, ofB, Duration.ofSeconds(4));
			}
		}
	}

}
