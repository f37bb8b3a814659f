package io.github.leaderelection.internal.store.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link JdbcLeaseSchema}.
 */
class JdbcLeaseSchemaTests {

	private final DataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NEVER")
	void tablesAreMadeOnce(DatabaseInitializationMode mode) {
		assertThat(new JdbcLeaseSchema(this.database, mode).make()).isTrue();
		assertThat(new JdbcLeaseSchema(this.database, mode).make()).isTrue();
		assertThat(tables()).containsExactly("LEADER_ELECTION_LEASE", "LEADER_ELECTION_REIGN");
	}

	@Test
	void userWithoutTheRightToCreateFindsTheTables() {
		new JdbcLeaseSchema(this.database, DatabaseInitializationMode.ALWAYS).make();
		JdbcTemplate admin = new JdbcTemplate(this.database);
		admin.execute("CREATE USER orders PASSWORD ''");
		admin.execute("GRANT SELECT, INSERT, UPDATE ON leader_election_reign, leader_election_lease TO orders");
		String url = ((DriverManagerDataSource) this.database).getUrl().split(";")[0];
		DataSource limited = new DriverManagerDataSource(url, "orders", "");
		assertThat(new JdbcLeaseSchema(limited, DatabaseInitializationMode.ALWAYS).make()).isTrue();
	}

	@Test
	void tablesAreNotMadeIfNobodyWantsThem() {
		assertThat(new JdbcLeaseSchema(this.database, DatabaseInitializationMode.NEVER).make()).isFalse();
		assertThat(tables()).isEmpty();
	}

	@Test
	void databaseThatIsNotReachedIsNamedWhereTablesAreToBeMade() {
		DataSource away = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";IFEXISTS=TRUE", "sa", "");
		assertThatExceptionOfType(UnusableDatabaseException.class)
			.isThrownBy(() -> new JdbcLeaseSchema(away, DatabaseInitializationMode.ALWAYS).make())
			.withMessageContaining("is not reached")
			.withMessageContaining("not found")
			.withMessageContaining("leader-election.jdbc.initialize-schema=always");
	}

	@Test
	void databaseThatAnswersAndIsUnknownIsNotCalledUnreached() throws SQLException {
		DatabaseMetaData unknown = Mockito.mock(DatabaseMetaData.class);
		Mockito.when(unknown.getDatabaseProductName()).thenReturn("a database that nobody knows");
		Connection connection = Mockito.mock(Connection.class);
		Mockito.when(connection.getMetaData()).thenReturn(unknown);
		DataSource database = Mockito.mock(DataSource.class);
		Mockito.when(database.getConnection()).thenReturn(connection);
		assertThatExceptionOfType(UnusableDatabaseException.class)
			.isThrownBy(() -> new JdbcLeaseSchema(database, DatabaseInitializationMode.ALWAYS).make())
			.withMessageStartingWith("The database is 'unknown', in which no lease can be kept")
			.withMessageContaining("leader-election.store");
	}

	@Test
	void databaseIsAskedOnceAndNotBeforeTablesAreWanted() throws SQLException {
		DataSource away = Mockito.mock(DataSource.class);
		Mockito.when(away.getConnection()).thenThrow(new SQLException("it is away"));
		JdbcLeaseSchema schema = new JdbcLeaseSchema(away, DatabaseInitializationMode.ALWAYS);
		Mockito.verifyNoInteractions(away);
		Throwable first = catchThrowable(schema::make);
		assertThat(first).isInstanceOf(UnusableDatabaseException.class).hasMessageContaining("it is away");
		assertThat(catchThrowable(schema::make)).isSameAs(first);
		Mockito.verify(away).getConnection();
	}

	@Test
	void failureThatMayPassIsTriedAgain() throws SQLException {
		DataSource busy = Mockito.mock(DataSource.class);
		Mockito.when(busy.getConnection())
			.thenAnswer((call) -> this.database.getConnection())
			.thenThrow(new SQLException("it is busy"))
			.thenAnswer((call) -> this.database.getConnection());
		JdbcLeaseSchema schema = new JdbcLeaseSchema(busy, DatabaseInitializationMode.ALWAYS);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(schema::make);
		assertThat(schema.make()).isTrue();
		assertThat(tables()).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "postgresql", "mysql", "h2" })
	void everyPlatformHasAScript(String platform) {
		assertThat(new ClassPathResource(LeaseStatements.schemaLocation(platform)).exists()).isTrue();
	}

	@Test
	void tablesOfTheGuideAreThoseOfTheScript() throws IOException {
		String script = new ClassPathResource(LeaseStatements.schemaLocation("postgresql"))
			.getContentAsString(StandardCharsets.UTF_8);
		String tables = script.lines().filter((line) -> !line.startsWith("--")).collect(Collectors.joining("\n"));
		assertThat(tables).contains("leader_election_reign", "leader_election_lease");
		assertThat(Path.of("..", "..", "docs", "stores", "jdbc.md")).content().contains("```sql\n" + tables + "\n```");
	}

	private List<String> tables() {
		return new JdbcTemplate(this.database).queryForList(
				"SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC' ORDER BY 1",
				String.class);
	}

}
