package io.github.leaderelection.autoconfigure.gate;

import javax.sql.DataSource;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.store.LeaderElectionJdbcStoreAutoConfiguration;
import io.github.leaderelection.internal.gate.transaction.CommitCheck;
import io.github.leaderelection.internal.gate.transaction.OwnTransactions;
import io.github.leaderelection.internal.gate.transaction.CommittingLeadershipCheck;
import io.github.leaderelection.internal.settings.ClusterName;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * {@link AutoConfiguration Auto-configuration} for transactions that only the leader
 * commits.
 */
@AutoConfiguration(after = LeaderElectionJdbcStoreAutoConfiguration.class)
@ConditionalOnClass(PlatformTransactionManager.class)
public final class LeaderElectionTransactionAutoConfiguration {

	@Bean
	@ConditionalOnBean(CommitCheck.class)
	OwnTransactions leaderElectionTransactions(ObjectProvider<PlatformTransactionManager> managers, CommitCheck check) {
		return new OwnTransactions(managers::getIfUnique, check);
	}

	/**
	 * The check for a lease in the database of the transactions.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JdbcOperations.class)
	@ConditionalOnBean(JdbcLeaseStore.class)
	@EnableConfigurationProperties(LeaderElectionProperties.class)
	static class JdbcConfiguration {

		@Bean
		@ConditionalOnMissingBean(CommitCheck.class)
		CommittingLeadershipCheck leaderElectionReignCheck(DataSource dataSource, JdbcLeaseStore store,
				LeaderElectionProperties properties, Environment environment) {
			String cluster = ClusterName.of(environment, properties.cluster()).name();
			return new CommittingLeadershipCheck(dataSource, cluster, store);
		}

	}

}
