package io.github.leaderelection.test.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionTransactionAutoConfiguration;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.test.TestElection;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TestElectionAutoConfiguration}.
 */
class TestElectionAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TestElectionAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class))
		.withUserConfiguration(Application.class);

	@Test
	void runnerDecidesTheElection() {
		this.runner.run((context) -> {
			Application.Books books = context.getBean(Application.Books.class);
			books.close();
			assertThat(books.closed()).isZero();
			context.getBean(TestElection.class).grant();
			assertThat(context.getBean(LeaderElector.class)).isLeader();
			books.close();
			assertThat(books.closed()).isEqualTo(1);
		});
	}

	@Test
	void nodeLeadsFromTheStartIfItIsTo() {
		this.runner.withPropertyValues("leader-election.test.leading=true").run((context) -> {
			assertThat(context.getBean(LeaderElector.class)).isLeader().hasFencingToken(1);
			assertThat(context.getBean(Application.Diary.class).events()).hasSize(1);
		});
	}

	@Test
	void leaseIsThatOfTheStoreThoughNoStoreIsAsked() {
		ApplicationContextRunner stored = this.runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addLast(new MapPropertySource("application",
						Map.of("leader-election.store", "redis", "leader-election.heartbeat-interval", "2s",
								"leader-election.groups.billing.lease-duration", "20s"))))
			.withPropertyValues("leader-election.store=", "leader-election.test.leading=true");
		stored.run((context) -> {
			assertThat(lease(context, "default")).isEqualTo(Duration.ofSeconds(10));
			assertThat(lease(context, "billing")).isEqualTo(Duration.ofSeconds(20));
		});
		stored.withPropertyValues("leader-election.lease-duration=15s")
			.run((context) -> assertThat(lease(context, "default")).isEqualTo(Duration.ofSeconds(15)));
		this.runner.withPropertyValues("leader-election.test.leading=true")
			.run((context) -> assertThat(lease(context, "default")).isEqualTo(Duration.ofSeconds(1)));
	}

	/** Time stands still, so all of it is left. */
	private static Duration lease(ApplicationContext context, String group) {
		return context.getBean(LeaderElectorRegistry.class).elector(group).leadership().orElseThrow().remaining();
	}

	@Test
	void grantIsGivenUpWhereAListenerFailsOnItAndThatIsWanted() {
		ApplicationContextRunner failing = this.runner.withBean(Failing.class)
			.withPropertyValues("leader-election.test.leading=true");
		failing.run((context) -> assertThat(context.getBean(LeaderElector.class)).isLeader());
		failing.withPropertyValues("leader-election.listeners.resign-on-failure=true")
			.run((context) -> assertThat(context.getBean(LeaderElector.class)).isFollower());
	}

	@Test
	void thereIsNoElectionWhereElectionsAreDisabled() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TestElectionAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class))
			.withPropertyValues("leader-election.enabled=false")
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(TestElection.class);
				assertThat(context.getBean(LeaderElector.class).isLeader()).isFalse();
			});
	}

	@Test
	void transactionOfTheLeaderCommitsAsLongAsTheTestLetsItLead() {
		DriverManagerDataSource database = new DriverManagerDataSource("jdbc:h2:mem:books;DB_CLOSE_DELAY=-1", "sa", "");
		JdbcTemplate jdbc = new JdbcTemplate(database);
		jdbc.execute("CREATE TABLE entry (id INT)");
		this.runner.withConfiguration(AutoConfigurations.of(LeaderElectionTransactionAutoConfiguration.class))
			.withBean(JdbcTransactionManager.class, () -> new JdbcTransactionManager(database))
			.withBean(Ledger.class, () -> new Ledger(jdbc))
			.withPropertyValues("leader-election.test.leading=true")
			.run((context) -> {
				Ledger ledger = context.getBean(Ledger.class);
				ledger.enter(() -> {
				});
				assertThatExceptionOfType(NotLeaderException.class)
					.isThrownBy(() -> ledger.enter(context.getBean(TestElection.class)::expireLease));
				assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM entry", Integer.class)).isEqualTo(1);
			});
	}

	@Test
	void customizersAreEqualOnlyIfTestsBeginAlike() {
		assertThat(new TestElectionCustomizer(true)).isEqualTo(new TestElectionCustomizer(true))
			.hasSameHashCodeAs(new TestElectionCustomizer(true))
			.isNotEqualTo(new TestElectionCustomizer(false));
	}

	static class Ledger {

		private final JdbcTemplate jdbc;

		Ledger(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@LeaderOnly(transactional = true)
		void enter(Runnable then) {
			this.jdbc.update("INSERT INTO entry (id) VALUES (1)");
			then.run();
		}

	}

	static class Failing {

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			throw new IllegalStateException("meant to fail");
		}

	}

}
