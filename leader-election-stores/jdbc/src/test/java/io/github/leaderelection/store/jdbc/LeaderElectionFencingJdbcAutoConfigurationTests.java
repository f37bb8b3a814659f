package io.github.leaderelection.store.jdbc;

import java.util.UUID;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.fencing.autoconfigure.LeaderElectionFencingAutoConfiguration;
import io.github.leaderelection.fencing.autoconfigure.LeaderElectionFencingMetricsAutoConfiguration;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.internal.fencing.FencingMeter;
import io.github.leaderelection.internal.fencing.FencingMetrics;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.jdbc.JdbcFencingGuard;
import io.github.leaderelection.jdbc.JdbcFencingOptions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderElectionFencingJdbcAutoConfiguration}.
 */
class LeaderElectionFencingJdbcAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionFencingAutoConfiguration.class, LeaderElectionFencingJdbcAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare.withUserConfiguration(DatabaseConfiguration.class)
		.withPropertyValues("leader-election.fencing.guard=jdbc");

	@Test
	void guardInTheDatabaseUsesItsTable() {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed();
			JdbcFencingGuard guard = context.getBean(JdbcFencingGuard.class);
			assertThat(context.getBean(SequenceGate.class)).isSameAs(guard);
			assertThat(guard.dialect()).isEqualTo(FencingDialect.H2);
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> guard.check("ledger", 14));
			assertThat(guard.highest("ledger")).hasValue(14);
		});
	}

	@Test
	void guardMayBeUsedWithoutATransactionIfThatIsSaid() {
		this.runner.withPropertyValues("leader-election.fencing.jdbc.require-transaction=false").run((context) -> {
			FencingGuard guard = context.getBean(FencingGuard.class);
			guard.check("ledger", 14);
			assertThat(guard.highest("ledger")).hasValue(14);
		});
	}

	@Test
	void guardOfTheApplicationIsKept() {
		this.runner.withBean(FencingGuard.class, InMemoryFencingGuard::new)
			.run((context) -> assertThat(context).hasSingleBean(FencingGuard.class)
				.doesNotHaveBean(JdbcFencingGuard.class));
	}

	@Test
	void missingTableStopsTheStartAndNamesTheFile() {
		this.runner.withPropertyValues("leader-election.fencing.jdbc.table=nowhere")
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(org.h2.jdbc.JdbcSQLSyntaxErrorException.class)
				.rootCause()
				.hasMessageContaining("NOWHERE"));
		assertStops("leader-election.fencing.jdbc.table=nowhere", "schema-h2.sql");
	}

	@Test
	void nonsenseStopsTheStart() {
		assertStops("leader-election.fencing.jdbc.table=x; drop table y", "letters, digits");
	}

	@Test
	void guardInADatabaseThatIsNotThereStopsTheStart() {
		this.bare.withPropertyValues("leader-election.fencing.guard=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining("spring.datasource.url"));
		this.runner.withClassLoader(new FilteredClassLoader(JdbcOperations.class))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining("spring-boot-starter-jdbc"));
	}

	private void assertStops(String setting, String remedy) {
		this.runner.withPropertyValues(setting)
			.run((context) -> assertThat(context.getStartupFailure()).as(setting)
				.hasStackTraceContaining(InvalidElectionConfigurationException.class.getName())
				.hasStackTraceContaining(setting)
				.hasStackTraceContaining(remedy));
	}

	@Test
	void guardsOfTheApplicationAreMeteredTogether() {
		this.bare.withUserConfiguration(DatabaseConfiguration.class, SeveralConfiguration.class)
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					LeaderElectionFencingMetricsAutoConfiguration.class))
			.run((context) -> {
				context.getBean(InMemoryFencingGuard.class).check("ledger", 14);
				JdbcFencingGuard inDatabase = context.getBean(JdbcFencingGuard.class);
				inDatabase.check("ledger", 15);
				assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> inDatabase.check("ledger", 14));
				SimpleMeterRegistry registry = new SimpleMeterRegistry();
				context.getBean(FencingMetrics.class).bindTo(registry);
				assertThat(count(registry, "admitted")).isEqualTo(2);
				assertThat(count(registry, "refused")).isEqualTo(1);
			});
	}

	private static double count(SimpleMeterRegistry registry, String outcome) {
		return registry.get(FencingMeter.CHECKS.getName()).tag("outcome", outcome).functionCounter().count();
	}

	@Configuration(proxyBeanMethods = false)
	static class DatabaseConfiguration {

		@Bean
		DriverManagerDataSource database() {
			return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
		}

		@Bean
		JdbcTemplate jdbcTemplate(DriverManagerDataSource database) {
			new ResourceDatabasePopulator(new ClassPathResource(FencingDialect.H2.schemaLocation())).execute(database);
			return new JdbcTemplate(database);
		}

		@Bean
		TransactionTemplate transactionTemplate(DriverManagerDataSource database) {
			return new TransactionTemplate(new DataSourceTransactionManager(database));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SeveralConfiguration {

		@Bean
		InMemoryFencingGuard inMemory() {
			return new InMemoryFencingGuard();
		}

		@Bean
		JdbcFencingGuard inDatabase(JdbcTemplate jdbc) {
			return new JdbcFencingGuard(jdbc, JdbcFencingOptions.defaults().withoutTransaction());
		}

	}

}
