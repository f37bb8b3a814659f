package io.github.leaderelection.system.assignments;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.system.store.StoreServer;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * The rows that owners write, each of them checked by a {@code FencingGuard}.
 */
final class PartitionRows {

	private static final String TABLES = """
			create table partition_step (id bigint generated always as identity primary key, part varchar(20) not null,
			step bigint not null, token bigint not null, counter bigint not null);
			create index partition_step_part on partition_step (part, step);
			create table partition_refusal (part varchar(20) not null, token bigint not null, counter bigint not null);
			""";

	private final JdbcTemplate database;

	/**
	 * Makes the tables.
	 * @param server a database server
	 */
	PartitionRows(StoreServer server) {
		Map<String, String> settings = server.settings();
		DriverManagerDataSource source = new DriverManagerDataSource(settings.get("spring.datasource.url"),
				settings.get("spring.datasource.username"), settings.get("spring.datasource.password"));
		ResourceDatabasePopulator tables = new ResourceDatabasePopulator(
				new ClassPathResource("io/github/leaderelection/jdbc/schema-postgresql.sql"));
		tables.addScript(new ByteArrayResource(TABLES.getBytes(StandardCharsets.UTF_8)));
		tables.execute(source);
		this.database = new JdbcTemplate(source);
	}

	/**
	 * How many were written.
	 * @return their number
	 */
	long count() {
		return count("select count(*) from partition_step");
	}

	/**
	 * How many partitions have rows.
	 * @return their number
	 */
	long partitions() {
		return count("select count(distinct part) from partition_step");
	}

	/**
	 * How many writes the guard refused.
	 * @return their number
	 */
	long refused() {
		return count("select count(*) from partition_refusal");
	}

	/**
	 * How many steps of a partition have more than one row.
	 * @return their number
	 */
	long doubled() {
		return count(
				"select count(*) from (select 1 from partition_step group by part, step having count(*) > 1) as two");
	}

	/**
	 * Rows that do not continue the row before: with another step than the next, or under
	 * a lower token.
	 * @return a line for each
	 */
	List<String> outOfOrder() {
		return this.database.queryForList("""
				select part || ' step ' || step || ' under (' || token || ', ' || counter || ') after step ' || last
					|| ' under (' || last_token || ', ' || last_counter || ')'
				from (select part, step, token, counter, lag(step, 1, 0) over w as last,
					lag(token, 1, 0) over w as last_token, lag(counter, 1, 0) over w as last_counter
					from partition_step window w as (partition by part order by id)) as entry
				where step <> last + 1 or token < last_token or token = last_token and counter < last_counter
				""", String.class);
	}

	private long count(String query) {
		Long count = this.database.queryForObject(query, Long.class);
		return (count != null) ? count : 0;
	}

}
