package io.github.leaderelection.store.jdbc;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionTransactionAutoConfiguration;
import io.github.leaderelection.internal.gate.method.LeaderTransactions;
import io.github.leaderelection.internal.gate.method.UngatableMethodException;
import io.github.leaderelection.spring.LeaderOnly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionTransactionAutoConfiguration}.
 */
class LeaderElectionTransactionAutoConfigurationTests {

	private final ApplicationContextRunner bare = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, LeaderElectionJdbcStoreAutoConfiguration.class,
				LeaderElectionTransactionAutoConfiguration.class))
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

	private final ApplicationContextRunner runner = this.bare
		// a request has four fifths of it
		.withPropertyValues("leader-election.store=jdbc", "leader-election.heartbeat-interval=12s")
		.withBean(Jobs.class);

	@Test
	void methodRunsInATransactionOfItsOwn() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			assertThat(context.getBean(Jobs.class).transaction()).isEqualTo(Jobs.class.getName() + ".transaction()");
		});
	}

	@Test
	void whereTheElectionIsDisabledTheMethodRunsInATransactionAllTheSame() {
		this.runner.withPropertyValues("leader-election.enabled=false", "leader-election.gate.when-disabled=leader")
			.run((context) -> assertThat(context.getBean(Jobs.class).transaction()).endsWith("transaction()"));
		this.runner.withPropertyValues("leader-election.enabled=false", "leader-election.store=")
			.run((context) -> assertThat(context.getBean(Jobs.class).transaction()).isNull());
	}

	@Test
	void withoutTheStoreOrItsLibrariesNothingIsMade() {
		this.bare.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaderTransactions.class));
		this.bare.withClassLoader(new FilteredClassLoader(PlatformTransactionManager.class, JdbcOperations.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaderTransactions.class));
	}

	@Test
	void anotherStoreFailsTheStart() {
		this.bare.withBean(Jobs.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(UngatableMethodException.class)
				.hasMessageContaining(Jobs.class.getName() + ".transaction()")
				.hasMessageContaining("leader-election.store is not set")
				.hasMessageContaining("Set leader-election.store=jdbc"));
	}

	@ParameterizedTest
	@ValueSource(classes = { PlatformTransactionManager.class, JdbcOperations.class })
	void missingLibraryFailsTheStart(Class<?> missing) {
		this.runner.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(UngatableMethodException.class)
				.hasMessageContaining("spring-tx or spring-jdbc")
				.hasMessageContaining("Add spring-boot-starter-jdbc"));
	}

	@Test
	void managerOfAnotherDataSourceFailsTheStart() {
		DataSource other = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
		this.runner.withBean(JdbcTransactionManager.class, () -> new JdbcTransactionManager(other))
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(UngatableMethodException.class)
				.hasMessageContaining("another DataSource (" + other + ")")
				.hasMessageContaining("@Primary"));
	}

	@Test
	void severalManagersFailTheStart() {
		DataSource other = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
		this.runner.withBean("first", JdbcTransactionManager.class, () -> new JdbcTransactionManager(other))
			.withBean("second", JdbcTransactionManager.class, () -> new JdbcTransactionManager(other))
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("several without a primary one"));
	}

	@Test
	void distributedTransactionsFailTheStart() {
		this.runner.withBean(JtaTransactionManager.class, UnstartedManager::new)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(UngatableMethodException.class)
				.hasMessageContaining("distributed"));
	}

	@ParameterizedTest
	@ValueSource(classes = { WithFuture.class, WithPublisher.class, ReadOnly.class, ReadOnlyType.class, Apart.class })
	void methodsWhoseWorkIsNotInTheirTransactionFailTheStart(Class<?> type) {
		this.runner.withBean("other", type)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(UngatableMethodException.class)
				.hasMessageContaining(type.getName() + ".work() has transactional = true, but"));
	}

	public static class Jobs {

		@LeaderOnly(transactional = true)
		public String transaction() {
			return TransactionSynchronizationManager.isActualTransactionActive()
					? TransactionSynchronizationManager.getCurrentTransactionName() : "none";
		}

	}

	static class WithFuture {

		@LeaderOnly(transactional = true)
		CompletableFuture<String> work() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class WithPublisher {

		@LeaderOnly(transactional = true)
		Mono<String> work() {
			return Mono.empty();
		}

	}

	static class ReadOnly {

		@LeaderOnly(transactional = true)
		@Transactional(readOnly = true)
		void work() {
		}

	}

	@Transactional(readOnly = true)
	static class ReadOnlyType {

		@LeaderOnly(transactional = true)
		void work() {
		}

		@Transactional
		@LeaderOnly(transactional = true)
		void allowed() {
		}

	}

	static class Apart {

		@LeaderOnly(transactional = true)
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		void work() {
		}

	}

	static final class UnstartedManager extends JtaTransactionManager {

		private static final long serialVersionUID = 1L;

		@Override
		public void afterPropertiesSet() {
			// There is nothing to look up here.
		}

	}

}
