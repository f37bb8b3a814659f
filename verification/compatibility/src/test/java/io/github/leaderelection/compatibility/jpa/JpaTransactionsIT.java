package io.github.leaderelection.compatibility.jpa;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.compatibility.jpa.BookingApplication.Bookings;
import io.github.leaderelection.spring.NotLeaderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What JPA writes commits only for the leader.
 */
class JpaTransactionsIT {

	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = new SpringApplicationBuilder(BookingApplication.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.datasource.url=jdbc:h2:mem:bookings;DB_CLOSE_DELAY=-1",
					"leader-election.store=jdbc", "leader-election.lease-duration=1m")
			.run();
		assertThat(application.getBean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static void book(String id, Runnable then) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> application.getBean("leaderElector", LeaderElector.class).isLeader());
		application.getBean(Bookings.class).book(id, then);
	}

	private static int kept(String id) {
		return new JdbcTemplate(application.getBean(DataSource.class))
			.queryForObject("SELECT COUNT(*) FROM booking WHERE id = ?", Integer.class, id);
	}

	@Test
	void whatJpaWritesAtTheCommitIsWrittenBeforeTheCheck() {
		LastLook look = application.getBean(LastLook.class);
		look.written.clear();
		int before = Booking.WRITTEN.get();
		book("in time", () -> assertThat(Booking.WRITTEN).hasValue(before));
		assertThat(look.written).containsExactly(before + 1);
		assertThat(kept("in time")).isEqualTo(1);
	}

	@Test
	void entityOfAnOldLeaderIsNotKept() {
		JdbcTemplate jdbc = application.getBean(JdbcTemplate.class);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> book("too late",
				() -> CompletableFuture
					.runAsync(() -> jdbc.update("UPDATE leader_election_reign SET token = token + 1"))
					.join()));
		assertThat(kept("too late")).isZero();
		jdbc.update("UPDATE leader_election_reign SET token = token - 1");
	}

}
