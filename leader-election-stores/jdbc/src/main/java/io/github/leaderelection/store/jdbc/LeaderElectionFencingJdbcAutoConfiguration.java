package io.github.leaderelection.store.jdbc;

import java.util.Arrays;
import java.util.stream.Collectors;

import io.github.leaderelection.fencing.autoconfigure.FencingProperties;
import io.github.leaderelection.fencing.autoconfigure.LeaderElectionFencingAutoConfiguration;
import io.github.leaderelection.fencing.autoconfigure.LeaderElectionFencingMetricsAutoConfiguration;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.internal.fencing.FencingCounts;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.jdbc.JdbcFencingGuard;
import io.github.leaderelection.jdbc.JdbcFencingOptions;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@link AutoConfiguration Auto-configuration} for a fencing guard in the application's
 * database. The table must exist when the guard is created, which is after the database's
 * initialization.
 */
@AutoConfiguration(after = LeaderElectionFencingAutoConfiguration.class,
		before = LeaderElectionFencingMetricsAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration")
@ConditionalOnClass(JdbcOperations.class)
public final class LeaderElectionFencingJdbcAutoConfiguration {

	private static final String ROOT = "leader-election.fencing.";

	@Bean
	@ConditionalOnProperty(name = "leader-election.fencing.guard", havingValue = "jdbc")
	@ConditionalOnMissingBean({ FencingGuard.class, SequenceGate.class })
	JdbcFencingGuard leaderElectionJdbcFencingGuard(ObjectProvider<JdbcOperations> databases,
			FencingProperties properties) {
		JdbcOperations database = databases.getIfUnique();
		if (database == null) {
			throw new InvalidElectionConfigurationException(ROOT + "guard", "jdbc",
					"There is no JdbcTemplate, or several without a primary one",
					"Set spring.datasource.url, or define a JdbcFencingGuard bean for the guarded database");
		}
		JdbcFencingGuard guard = new JdbcFencingGuard(database, options(properties.jdbc()));
		verify(guard, properties.jdbc().table());
		return guard;
	}

	/** Of guards that the application defines, too. */
	@Bean
	@ConditionalOnBean(JdbcFencingGuard.class)
	FencingCounts leaderElectionJdbcFencingCounts(ObjectProvider<JdbcFencingGuard> guards) {
		return FencingCounts.ofGuards(guards.stream().map(JdbcFencingGuard::tally));
	}

	private static JdbcFencingOptions options(FencingProperties.Jdbc settings) {
		try {
			JdbcFencingOptions options = JdbcFencingOptions.defaults().withTable(settings.table());
			return settings.requireTransaction() ? options : options.withoutTransaction();
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(ROOT + "jdbc.table", settings.table(),
					"It is not a plain table name",
					"Use letters, digits and underscores, optionally after a schema and a dot", ex);
		}
	}

	private static void verify(JdbcFencingGuard guard, String table) {
		try {
			guard.verify();
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(ROOT + "guard", "jdbc", String.valueOf(ex.getMessage()),
					"Define a JdbcFencingGuard bean with a dialect that the database understands, or set it to none",
					ex);
		}
		catch (DataAccessException ex) {
			throw new InvalidElectionConfigurationException(ROOT + "jdbc.table", table,
					"The table cannot be read: " + ex.getMostSpecificCause().getMessage(),
					"Create it by your migrations from the file for your database among " + schemas()
							+ " on the class path",
					ex);
		}
	}

	private static String schemas() {
		return Arrays.stream(FencingDialect.values())
			.map(FencingDialect::schemaLocation)
			.collect(Collectors.joining(", "));
	}

}
