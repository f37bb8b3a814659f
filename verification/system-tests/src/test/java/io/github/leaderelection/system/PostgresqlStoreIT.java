package io.github.leaderelection.system;

/**
 * Three processes that lead by a lease in a PostgreSQL server.
 */
class PostgresqlStoreIT extends AbstractStoreIT {

	PostgresqlStoreIT() {
		super("postgresql");
	}

}
