package io.github.leaderelection.compatibility.shedlock;

import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.github.leaderelection.spring.LeaderOnly;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Makes a report, in the releases before, in and after the move.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableSchedulerLock(defaultLockAtMostFor = "PT10M")
@Import({ ReportApplication.Before.class, ReportApplication.Moving.class, ReportApplication.After.class })
class ReportApplication {

	static final AtomicInteger MADE = new AtomicInteger();

	@Bean
	LockProvider lockProvider(DataSource dataSource) {
		return new JdbcTemplateLockProvider(dataSource);
	}

	/** As before the move. */
	static class Before {

		@SchedulerLock(name = "report", lockAtLeastFor = "PT10M")
		void report() {
			MADE.incrementAndGet();
		}

	}

	/** As in the release that moves. */
	static class Moving {

		@LeaderOnly
		@SchedulerLock(name = "report", lockAtLeastFor = "PT10M")
		void report() {
			MADE.incrementAndGet();
		}

	}

	/** As in the release after it. */
	static class After {

		@LeaderOnly
		void report() {
			MADE.incrementAndGet();
		}

	}

}
