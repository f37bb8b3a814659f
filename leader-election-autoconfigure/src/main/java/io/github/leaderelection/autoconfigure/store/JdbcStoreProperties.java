package io.github.leaderelection.autoconfigure.store;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * How leases are kept in a relational database.
 *
 * @param initializeSchema In which databases the tables are made at the start, where they
 * are missing.
 */
@ConfigurationProperties("leader-election.jdbc")
record JdbcStoreProperties(@DefaultValue("embedded") DatabaseInitializationMode initializeSchema) {
}
