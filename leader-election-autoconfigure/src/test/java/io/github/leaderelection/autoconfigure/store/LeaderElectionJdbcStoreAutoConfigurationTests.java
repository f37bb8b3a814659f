package io.github.leaderelection.autoconfigure.store;

import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionJdbcStoreAutoConfiguration}.
 */
class LeaderElectionJdbcStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				LeaderElectionJdbcStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=jdbc", "leader-election.lease-duration=2s",
				"leader-election.retry-interval=100ms");

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
				Awaitility.await().until(() -> first.leader().isPresent());
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
			assertThat(context).hasNotFailed();
			LeaderElector elector = elector(context);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> elector.status().problems(), (problems) -> !problems.isEmpty());
			assertThat(elector.status().problems().toString()).contains("initialize-schema");
		});
		this.runner.run((context) -> assertThat(
				context.getBean(JdbcTemplate.class).queryForList("SELECT * FROM leader_election_lease"))
			.isNotNull());
	}

	@Test
	void anotherStoreOfTheApplicationComesFirst() {
		this.runner.withBean(LeaseStore.class, () -> Mockito.mock(LeaseStore.class))
			.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(LeaseStore.class));
	}

	@Test
	void withoutASettingNothingIsMade() {
		this.runner.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseStore.class));
	}

}
