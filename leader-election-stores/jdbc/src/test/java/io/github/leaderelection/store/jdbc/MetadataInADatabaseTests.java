package io.github.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.github.leaderelection.internal.store.jdbc.UnusableDatabaseException;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataException;
import io.github.leaderelection.metadata.autoconfigure.LeaderElectionMetadataAutoConfiguration;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Metadata of applications that lead by a lease in their database.
 */
class MetadataInADatabaseTests {

	private static final AtomicInteger DATABASES = new AtomicInteger();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				LeaderElectionJdbcStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=jdbc", "leader-election.lease-duration=20s",
				"leader-election.heartbeat-interval=200ms", "leader-election.retry-interval=100ms",
				"spring.datasource.url=jdbc:h2:mem:metadata-" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1");

	private final ApplicationContextRunner withMetadata = this.runner
		.withConfiguration(AutoConfigurations.of(LeaderElectionMetadataAutoConfiguration.class));

	private static LeaderMetadata metadata(AssertableApplicationContext context) {
		return context.getBean("leaderMetadata", LeaderMetadata.class);
	}

	@Test
	void aLaterLeaderBeginsWithWhatTheFormerOneSet() {
		this.withMetadata.withPropertyValues("leader-election.node-id=b").run((b) -> {
			LeaderElector second = b.getBean("leaderElector", LeaderElector.class);
			second.eligibility().pause().toCompletableFuture().join();
			LeaderSequenceNumber[] set = new LeaderSequenceNumber[1];
			this.withMetadata.withPropertyValues("leader-election.node-id=a").run((a) -> {
				Standalone.awaitLeader(a);
				LeaderMetadata metadata = metadata(a);
				assertThat(metadata.get().entries()).isEmpty();
				metadata.set("limit", "5").toCompletableFuture().join();
				set[0] = metadata.set("note", " \u0000ü=&+%\n").toCompletableFuture().join();
				assertThat(metadata.get())
					.isEqualTo(new LeaderMetadata.Value(Map.of("limit", "5", "note", " \u0000ü=&+%\n"), set[0], false));
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.untilAsserted(() -> assertThat(metadata(b).lastKnown()).isEqualTo(metadata.get()));
				assertThatExceptionOfType(LeaderMetadataException.class).isThrownBy(() -> metadata(b).get())
					.withMessageContaining("does not lead");
				assertThat(List.of(a, b)).flatMap((each) -> each.getBean(NodeMetadata.class).problems("default"))
					.isEmpty();
			});
			second.eligibility().resume();
			Standalone.awaitLeader(b);
			LeaderMetadata.Value value = metadata(b).get();
			assertThat(value.entries()).isEqualTo(Map.of("limit", "5", "note", " \u0000ü=&+%\n"));
			assertThat(value.sequence()).isGreaterThan(set[0]);
			metadata(b).set("note", null).toCompletableFuture().join();
			assertThat(metadata(b).get().entries()).isEqualTo(Map.of("limit", "5"));
		});
	}

	@Test
	void theTableIsMadeAndLookedForOnlyWhereMetadataAreUsed() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			assertThat(tables(context)).containsExactly("LEADER_ELECTION_LEASE", "LEADER_ELECTION_REIGN");
		});
		this.withMetadata.withPropertyValues("leader-election.jdbc.initialize-schema=never")
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining(UnusableDatabaseException.class.getName())
				.hasStackTraceContaining("LEADER_ELECTION_VALUE")
				.hasStackTraceContaining("value-"));
		this.withMetadata.run((context) -> {
			Standalone.awaitLeader(context);
			assertThat(tables(context)).containsExactly("LEADER_ELECTION_LEASE", "LEADER_ELECTION_REIGN",
					"LEADER_ELECTION_VALUE");
		});
	}

	private static List<String> tables(AssertableApplicationContext context) {
		return context.getBean(JdbcTemplate.class)
			.queryForList("SELECT table_name FROM information_schema.tables WHERE table_schema = 'PUBLIC' ORDER BY 1",
					String.class);
	}

	@Test
	void aStoreWithoutValuesIsRefused() {
		this.withMetadata.withPropertyValues("leader-election.store=bean")
			.withBean(LeaseStore.class, WithoutValues::new)
			.run((context) -> Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThatExceptionOfType(LeaderMetadataException.class)
					.isThrownBy(() -> metadata(context).get())
					.withMessageContaining("keeps no values beside leases")));
	}

	/** What a hand wrote is told, and not written over. */
	@Test
	void aValueThatNoNodeWroteIsAProblem() {
		this.withMetadata.run((context) -> {
			Standalone.awaitLeader(context);
			metadata(context).set("limit", "5").toCompletableFuture().join();
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			jdbc.update("UPDATE leader_election_value SET content = 'limit=6'");
			LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
			elector.resign().toCompletableFuture().get();
			NodeMetadata metadata = context.getBean(NodeMetadata.class);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(metadata.problems("default")).singleElement()
					.asString()
					.contains("H2", "changed by hand", "restore it"));
			assertThat(jdbc.queryForObject("SELECT content FROM leader_election_value", String.class))
				.isEqualTo("limit=6");
			assertThat(metadata(context).lastKnown().entries()).isEqualTo(Map.of("limit", "5"));
		});
	}

	private static final class WithoutValues implements LeaseStore {

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			return CompletableFuture.completedStage(new Answer.Missing());
		}

		@Override
		public String description() {
			return "nothing";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
