package io.github.leaderelection.internal.store.jdbc;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes lead by a lease in one database, in real time.
 */
class ElectionInADatabaseTests {

	@Test
	void nodesLeadInTurn() throws Exception {
		try (HikariDataSource pool = TestServers.pool("jdbc:h2:mem:" + UUID.randomUUID(), "sa")) {
			AbstractJdbcLeaseStore.makeTables(pool, "h2");
			try (JdbcLeaseStore ofA = new JdbcLeaseStore(pool);
					JdbcLeaseStore ofB = new JdbcLeaseStore(pool);
					LeasingNode a = new LeasingNode("a", ofA)) {
				await(a::leads);
				try (LeasingNode b = new LeasingNode("b", ofB)) {
					a.stop();
					awaitOnlyOne(a, b, b::leads);
					assertThat(a.isStopped()).isTrue();
					assertThat(b.token()).isGreaterThan(a.token());
					b.vanish();
					try (LeasingNode again = new LeasingNode("a", ofA)) {
						awaitOnlyOne(again, b, again::leads);
						assertThat(again.token()).isGreaterThan(b.token());
					}
				}
			}
		}
	}

	private static void awaitOnlyOne(LeasingNode one, LeasingNode other, BooleanSupplier condition)
			throws InterruptedException {
		await(() -> {
			boolean leads = one.leads();
			assertThat(leads && other.leads() && one.leads()).as("both lead").isFalse();
			return condition.getAsBoolean();
		});
	}

	private static void await(BooleanSupplier condition) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime() - end).as("waited for too long").isNegative();
			TimeUnit.MILLISECONDS.sleep(2);
		}
	}

}
