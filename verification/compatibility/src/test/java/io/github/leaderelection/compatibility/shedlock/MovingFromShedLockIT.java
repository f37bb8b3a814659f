package io.github.leaderelection.compatibility.shedlock;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the guide says on moving from ShedLock, with its settings: one instance of the
 * release before, and two of the release that moves.
 */
class MovingFromShedLockIT {

	private static ConfigurableApplicationContext before;

	private static ConfigurableApplicationContext leader;

	private static ConfigurableApplicationContext follower;

	@BeforeAll
	static void start() throws IOException {
		Properties none = new Properties();
		none.setProperty("leader-election.enabled", "false");
		before = start(none);
		new JdbcTemplate(before.getBean(DataSource.class))
			.execute("CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY, "
					+ "lock_until TIMESTAMP(3), locked_at TIMESTAMP(3), locked_by VARCHAR(255))");
		leader = start(settingsOfTheGuide());
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> elector(leader).isLeader());
		follower = start(settingsOfTheGuide());
	}

	@AfterAll
	static void stop() {
		List.of(follower, leader, before).forEach(ConfigurableApplicationContext::close);
	}

	private static ConfigurableApplicationContext start(Properties settings) {
		return new SpringApplicationBuilder(ReportApplication.class)
			.properties("spring.main.banner-mode=off", "spring.main.web-application-type=none",
					"spring.datasource.url=jdbc:h2:mem:reports;DB_CLOSE_DELAY=-1")
			.properties(settings)
			.run();
	}

	private static Properties settingsOfTheGuide() throws IOException {
		String guide = Files.readString(Path.of("..", "..", "docs", "moving.md"));
		String section = guide.substring(guide.indexOf("## From ShedLock"));
		String block = section.substring(section.indexOf("```properties\n") + "```properties\n".length());
		Properties settings = new Properties();
		settings.load(new StringReader(block.substring(0, block.indexOf("```"))));
		assertThat(settings).containsKeys("leader-election.store", "leader-election.jdbc.initialize-schema");
		return settings;
	}

	private static LeaderElector elector(ConfigurableApplicationContext instance) {
		return instance.getBean("leaderElector", LeaderElector.class);
	}

	/**
	 * How often the report is made when its time comes, on one instance after another.
	 */
	private static int made(Runnable... instances) {
		new JdbcTemplate(before.getBean(DataSource.class))
			.update("UPDATE shedlock SET lock_until = DATEADD(HOUR, -1, CURRENT_TIMESTAMP)");
		ReportApplication.MADE.set(0);
		for (Runnable instance : instances) {
			instance.run();
		}
		return ReportApplication.MADE.get();
	}

	@Test
	void reportIsMadeOnceWhileTheReleaseThatMovesRollsOut() {
		Runnable old = before.getBean(ReportApplication.Before.class)::report;
		Runnable leads = leader.getBean(ReportApplication.Moving.class)::report;
		Runnable follows = follower.getBean(ReportApplication.Moving.class)::report;
		assertThat(made(old, leads, follows)).isEqualTo(1);
		assertThat(made(leads, old, follows)).isEqualTo(1);
		assertThat(made(follows, old, leads)).isEqualTo(1);
		assertThat(made(follows, leads, old)).isEqualTo(1);
		assertThat(made(follows, leads)).as("once the last old instance is gone").isEqualTo(1);
		assertThat(made(follows)).isZero();
	}

	@Test
	void reportIsMadeOnceByInstancesOfTheNextTwoReleases() {
		Runnable leads = leader.getBean(ReportApplication.After.class)::report;
		Runnable follows = follower.getBean(ReportApplication.Moving.class)::report;
		assertThat(made(follows, leads)).isEqualTo(1);
	}

	@Test
	void withoutTheLockOldAndNewMakeTheReportTwice() {
		Runnable old = before.getBean(ReportApplication.Before.class)::report;
		Runnable leads = leader.getBean(ReportApplication.After.class)::report;
		assertThat(made(old, leads)).isEqualTo(2);
	}

}
