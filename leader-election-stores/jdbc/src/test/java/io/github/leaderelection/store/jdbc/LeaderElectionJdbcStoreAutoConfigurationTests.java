package io.github.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.diagnostics.FailureAnalysisTests;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.store.jdbc.UnusableDatabaseException;
import io.github.leaderelection.jdbc.LeaderElectionDataSource;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionJdbcStoreAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionJdbcStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				LeaderElectionJdbcStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=jdbc", "leader-election.lease-duration=20s",
				"leader-election.retry-interval=100ms");

	@Test
	void storeIsMissingWithoutAnyOfItsLibraries() {
		ConditionalOnClass condition = LeaderElectionJdbcStoreAutoConfiguration.class
			.getAnnotation(ConditionalOnClass.class);
		assertThat(StoreKind.neededClasses())
			.containsAll(Arrays.stream(condition.value()).map(Class::getName).toList());
	}

	@Test
	void twoInstancesOfAnApplicationLeadInTurnByTheirDatabase() {
		ApplicationContextRunner shared = this.runner
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:in-turn;DB_CLOSE_DELAY=-1");
		shared.withPropertyValues("leader-election.node-id=a").run((a) -> {
			shared.withPropertyValues("leader-election.node-id=b").run((b) -> {
				List<LeaderElector> electors = List.of(elector(a), elector(b));
				LeaderElector first = awaitOneOf(electors);
				long token = token(first);
				LeaderElector second = (first == electors.get(0)) ? electors.get(1) : electors.get(0);
				assertThat(second.isLeader()).isFalse();
				first.resign().toCompletableFuture().get();
				Awaitility.await().atMost(Standalone.PATIENCE).until(second::isLeader);
				assertThat(token(second)).isGreaterThan(token);
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> first.leader().isPresent());
				assertThat(first.leader()).get().extracting((info) -> info.id()).isEqualTo(second.status().node());
			});
		});
	}

	private static LeaderElector elector(AssertableApplicationContext context) {
		return context.getBean("leaderElector", LeaderElector.class);
	}

	private static LeaderElector awaitOneOf(List<LeaderElector> electors) {
		return Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> electors.stream().filter(LeaderElector::isLeader).findFirst().orElse(null),
					(leader) -> leader != null);
	}

	private static long token(LeaderElector elector) {
		return elector.leadership().map(Leadership::fencingToken).orElse(-1L);
	}

	@Test
	void aDatabaseInMemoryIsNewAtEachStartSoNobodyWaits() {
		this.runner.withPropertyValues("leader-election.lease-duration=1h")
			.run((context) -> assertThat(Standalone.awaitLeader(context).isLeader()).isTrue());
	}

	@Test
	void theTablesAreMadeOnlyWhereThatIsWanted() {
		this.runner.withPropertyValues("leader-election.jdbc.initialize-schema=never").run((context) -> {
			assertThat(context.getStartupFailure()).hasRootCauseInstanceOf(SQLException.class)
				.hasStackTraceContaining(UnusableDatabaseException.class.getName());
			FailureAnalysis analysis = FailureAnalysisTests.analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("leader-election.store=jdbc", "LEADER_ELECTION_LEASE");
			assertThat(analysis.getAction()).contains("leader-election.jdbc.initialize-schema=always",
					"io/github/leaderelection/jdbc/lease-");
		});
		this.runner.run((context) -> assertThat(
				context.getBean(JdbcTemplate.class).queryForList("SELECT * FROM leader_election_lease"))
			.isNotNull());
	}

	@Test
	void poolWithoutRoomForTheLeaseIsWarnedOf(CapturedOutput output) {
		ApplicationContextRunner pooled = this.runner
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:pooled;DB_CLOSE_DELAY=-1");
		pooled.withPropertyValues("spring.datasource.hikari.maximum-pool-size=4")
			.run((context) -> assertThat(output).doesNotContain("The pool of the DataSource"));
		pooled.withPropertyValues("spring.datasource.hikari.maximum-pool-size=3")
			.run((context) -> assertThat(output).contains("spring.datasource.hikari.maximum-pool-size=3")
				.contains("let it have 4 or more")
				.contains("a third all the time with PostgreSQL"));
		pooled.withPropertyValues("spring.datasource.hikari.maximum-pool-size=2")
			.run((context) -> assertThat(output).contains("spring.datasource.hikari.maximum-pool-size=2")
				.contains("which nodes now see at their next read"));
	}

	@Test
	void leaseMayHaveADataSourceOfItsOwn(CapturedOutput output) {
		this.runner
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:of-the-application;DB_CLOSE_DELAY=-1",
					"spring.datasource.hikari.maximum-pool-size=1", "leader-election.jdbc.initialize-schema=always")
			.withUserConfiguration(OwnDataSource.class)
			.run((context) -> {
				assertThat(Standalone.awaitLeader(context).isLeader()).isTrue();
				assertThat(tables(context.getBean(JdbcTemplate.class))).doesNotContain("LEADER_ELECTION_LEASE");
				assertThat(tables(new JdbcTemplate(context.getBean("ownDataSource", DataSource.class))))
					.contains("LEADER_ELECTION_LEASE");
				assertThat(output).doesNotContain("The pool of the DataSource");
			});
	}

	private static List<String> tables(JdbcTemplate database) {
		return database.queryForList("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES", String.class);
	}

	@Test
	void tablesHaveTheNamesThatAreSet() {
		this.runner
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:named;INIT=CREATE SCHEMA IF NOT EXISTS jobs",
					"leader-election.jdbc.schema=jobs", "leader-election.jdbc.table-prefix=nightly_")
			.run((context) -> {
				assertThat(Standalone.awaitLeader(context).isLeader()).isTrue();
				assertThat(context.getBean(JdbcTemplate.class).queryForList("SELECT holder FROM jobs.nightly_reign"))
					.hasSize(1);
			});
	}

	@Test
	void nameThatNoDatabaseTakesFailsTheStart() {
		Map.of("schema", "orders.jobs", "table-prefix", "x; DROP TABLE y; --")
			.forEach((key, value) -> this.runner
				.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("names", Map.of("leader-election.jdbc." + key, value))))
				.run((context) -> {
					FailureAnalysis analysis = FailureAnalysisTests.analysis(context.getStartupFailure());
					assertThat(analysis.getDescription()).contains("leader-election.jdbc." + key, value);
					assertThat(analysis.getAction()).contains("letters, digits");
				}));
	}

	@Test
	void aDatabaseThatDoesNotAnswerStopsNobody() {
		this.runner
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/none?connectTimeout=1",
					"spring.datasource.hikari.connection-timeout=250",
					"spring.datasource.hikari.initialization-fail-timeout=-1")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> elector(context).status().problems(), (problems) -> !problems.isEmpty());
				assertThat(elector(context).isLeader()).isFalse();
			});
	}

	@Test
	void databaseThatDoesNotAnswerStopsTheStartWhereTablesAreToBeMade() {
		this.runner
			.withPropertyValues("leader-election.jdbc.initialize-schema=always",
					"spring.datasource.url=jdbc:postgresql://localhost:1/none?connectTimeout=1",
					"spring.datasource.hikari.connection-timeout=250")
			.run((context) -> {
				FailureAnalysis analysis = FailureAnalysisTests.analysis(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("leader-election.store=jdbc", "is not reached");
				assertThat(analysis.getAction()).contains("leader-election.jdbc.initialize-schema=always");
			});
	}

	@Test
	void anotherStoreOfTheApplicationComesFirst() {
		this.runner.withBean(LeaseStore.class, EveryRequestRefused::new)
			.run((context) -> assertThat(context).hasSingleBean(LeaseStore.class)
				.getBean(LeaseStore.class)
				.isInstanceOf(EveryRequestRefused.class));
	}

	@Test
	void noTableIsMadeWhereTheElectionIsDisabled() {
		this.runner.withPropertyValues("leader-election.enabled=false").run((context) -> {
			assertThat(context).hasSingleBean(LeaseStore.class);
			assertThat(context.getBean(JdbcTemplate.class)
				.queryForList("SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES", String.class))
				.doesNotContain("LEADER_ELECTION_LEASE");
		});
	}

	@Test
	void storeWithoutADataSourceFailsTheStart() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionJdbcStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class))
			.withPropertyValues("leader-election.store=jdbc")
			.run((context) -> {
				FailureAnalysis analysis = FailureAnalysisTests.analysis(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("leader-election.store=jdbc", "There is no DataSource");
				assertThat(analysis.getAction()).contains("spring.datasource.url");
			});
	}

	@Test
	void nodeWithoutPeersIsToldOfTheStore(CapturedOutput output) {
		Standalone.runner()
			.run((context) -> assertThat(output).contains("has no peers and leads alone")
				.contains("leader-election.store=jdbc"));
	}

	@Test
	void withoutASettingNothingIsMade() {
		this.runner.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseStore.class));
	}

	/**
	 * A pool for the lease alone.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OwnDataSource {

		@Bean(defaultCandidate = false)
		@LeaderElectionDataSource
		DataSource ownDataSource() {
			return DataSourceBuilder.create().url("jdbc:h2:mem:of-the-lease;DB_CLOSE_DELAY=-1").build();
		}

	}

	/**
	 * A store of the application.
	 */
	private static final class EveryRequestRefused implements LeaseStore {

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			return CompletableFuture.completedStage(new Answer.Unknown("refused"));
		}

		@Override
		public String description() {
			return "a store that refuses";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
