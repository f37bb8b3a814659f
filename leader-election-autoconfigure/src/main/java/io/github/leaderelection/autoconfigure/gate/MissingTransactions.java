package io.github.leaderelection.autoconfigure.gate;

import java.util.function.Supplier;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.internal.settings.StoreKind;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Explains why leader-only methods cannot run in transactions of the leader.
 */
final class MissingTransactions implements Supplier<Obstacle> {

	private static final String JDBC = "jdbc";

	private final Environment environment;

	private final @Nullable ClassLoader classLoader;

	MissingTransactions(Environment environment, @Nullable ClassLoader classLoader) {
		this.environment = environment;
		this.classLoader = classLoader;
	}

	@Override
	public Obstacle get() {
		String store = this.environment.getProperty(StoreKind.SETTING, "").trim();
		if (!store.equals(JDBC)) {
			return new Obstacle(
					"has transactional = true, but " + StoreKind.SETTING + " is "
							+ (store.isEmpty() ? "not set" : "'" + store + "'")
							+ ": a commit can find out who leads only in the database that keeps the lease",
					"Set " + StoreKind.SETTING + "=" + JDBC
							+ ", or omit transactional = true and guard the writes by their fencing " + "token");
		}
		if (!isPresent("org.springframework.transaction.PlatformTransactionManager")
				|| !isPresent("org.springframework.jdbc.core.JdbcOperations")) {
			return new Obstacle(
					"has transactional = true, but spring-tx or spring-jdbc, which make transactions, is missing",
					"Add spring-boot-starter-jdbc or spring-boot-starter-data-jpa");
		}
		return new Obstacle(
				"has transactional = true, but there is no DataSource that keeps the lease, or several "
						+ "without a primary one, or a LeaseStore bean takes its place",
				"Set spring.datasource.url, mark the DataSource with @Primary, or remove that bean");
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(type, this.classLoader);
	}

}
