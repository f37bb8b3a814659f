package io.github.leaderelection.fencing.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.internal.keys.Switches;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for a fencing guard in memory.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@Lazy(false)
@EnableConfigurationProperties(FencingProperties.class)
public final class LeaderElectionFencingAutoConfiguration {

	LeaderElectionFencingAutoConfiguration(Environment environment) {
		Switches.check(environment, FencingSettings.ROOT + "filter.enabled");
	}

	@Bean
	@ConditionalOnProperty(name = "leader-election.fencing.guard", havingValue = "memory")
	@ConditionalOnMissingBean({ FencingGuard.class, SequenceGate.class })
	InMemoryFencingGuard leaderElectionFencingGuard() {
		return new InMemoryFencingGuard();
	}

	/**
	 * The exemption of management endpoints from the filter.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(PathMappedEndpoints.class)
	@ConditionalOnBooleanProperty("leader-election.fencing.filter.enabled")
	static class ManagementConfiguration {

		@Bean
		ManagementRequests leaderElectionManagementRequests(ObjectProvider<PathMappedEndpoints> endpoints,
				Environment environment) {
			return new ManagementRequests(endpoints, FencingSettings.servletPath(environment));
		}

	}

	/**
	 * Fails startup if the guard's own module is missing.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "leader-election.fencing.guard", havingValue = "jdbc")
	@ConditionalOnMissingClass("io.github.leaderelection.jdbc.JdbcFencingGuard")
	static class WithoutGuardConfiguration {

		WithoutGuardConfiguration() {
			throw new InvalidElectionConfigurationException(FencingSettings.ROOT + "guard", "jdbc",
					"The guard in a database is not on the class path",
					"Add leader-election-store-jdbc, or set it to memory or none");
		}

	}

	/**
	 * Fails startup if the guard needs JDBC, which is missing.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "leader-election.fencing.guard", havingValue = "jdbc")
	@ConditionalOnClass(name = "io.github.leaderelection.jdbc.JdbcFencingGuard")
	@ConditionalOnMissingClass("org.springframework.jdbc.core.JdbcOperations")
	static class WithoutJdbcConfiguration {

		WithoutJdbcConfiguration() {
			throw new InvalidElectionConfigurationException(FencingSettings.ROOT + "guard", "jdbc",
					"Spring JDBC is not on the class path",
					"Add spring-boot-starter-jdbc and a driver, or set it to memory or none");
		}

	}

}
