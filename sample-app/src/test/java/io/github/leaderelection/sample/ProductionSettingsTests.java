package io.github.leaderelection.sample;

import java.util.Locale;

import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of an application whose properties are those of production: a store, a port for
 * the peers and certificates that are on no machine of a developer.
 */
@SpringBootTest(properties = { "spring.datasource.url=jdbc:h2:mem:production-settings-tests;DB_CLOSE_DELAY=-1",
		"leader-election.store=jdbc", "leader-election.transport.port=0",
		"leader-election.transport.ssl.bundle=of-production" })
@AutoConfigureLeaderElection(leading = true)
class ProductionSettingsTests {

	@Test
	void storeIsNotAskedAndNoPortIsOpened(@Autowired ApplicationContext context, @Autowired JdbcClient jdbc,
			@Autowired TestElection election) {
		assertThat(context.getBeanNamesForType(Object.class)).doesNotContain("leaderElectionLeaseStore",
				"leaderElectionOwnListener");
		assertThat(jdbc.sql("select table_name from information_schema.tables").query(String.class).list())
			.noneMatch((table) -> table.toLowerCase(Locale.ROOT).startsWith("leader_election"));
		assertThat(election.elector()).isLeader();
	}

}
