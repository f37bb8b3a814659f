package io.github.leaderelection.store.jdbc;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.jdbc.LeaseTables;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * How leases are kept in a relational database.
 *
 * @param initializeSchema In which databases the tables are made at the start, where they
 * are missing.
 * @param schema Schema of the tables, which has to be there. Without it they are where
 * the database finds them by their names.
 * @param tablePrefix What the names of the tables begin with, before 'lease', 'reign' and
 * 'value'.
 */
@ConfigurationProperties("leader-election.jdbc")
record JdbcStoreProperties(@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@Nullable String schema, @DefaultValue(LeaseTables.DEFAULT_PREFIX) String tablePrefix) {

	private static final String ROOT = "leader-election.jdbc.";

	LeaseTables tables() {
		if (this.schema != null && !LeaseTables.isSchema(this.schema)) {
			throw new InvalidElectionConfigurationException(ROOT + "schema", this.schema,
					"It is not the name of a schema that every database takes",
					"Use up to 63 letters, digits, underscores, hyphens and dollar signs, with a letter first");
		}
		if (!LeaseTables.isPrefix(this.tablePrefix)) {
			throw new InvalidElectionConfigurationException(ROOT + "table-prefix", this.tablePrefix,
					"No table has a plain name that begins so",
					"Use up to 58 letters, digits and underscores, with a letter first, and name the schema by " + ROOT
							+ "schema");
		}
		return new LeaseTables(this.schema, this.tablePrefix);
	}

}
