package io.github.leaderelection.store.jdbc;

import javax.sql.DataSource;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionTransactionAutoConfiguration;
import io.github.leaderelection.internal.gate.transaction.CommitCheck;
import io.github.leaderelection.internal.settings.ClusterName;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseSchema;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;
import io.github.leaderelection.internal.store.jdbc.LeaseTables;
import io.github.leaderelection.internal.store.jdbc.transaction.CommittingLeadershipCheck;
import io.github.leaderelection.jdbc.LeaderElectionDataSource;
import io.github.leaderelection.spi.LeaseStore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@link AutoConfiguration Auto-configuration} for leases in the application's database,
 * and for transactions that only the leader commits there.
 */
@AutoConfiguration(before = { LeaderElectionAutoConfiguration.class, LeaderElectionTransactionAutoConfiguration.class },
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ JdbcOperations.class, DataSourceScriptDatabaseInitializer.class })
@ConditionalOnProperty(name = "leader-election.store", havingValue = "jdbc")
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties({ JdbcStoreProperties.class, LeaderElectionProperties.class })
public final class LeaderElectionJdbcStoreAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LeaseStore.class)
	@DependsOnDatabaseInitialization
	JdbcLeaseStore leaderElectionLeaseStore(DataSource dataSource,
			@LeaderElectionDataSource ObjectProvider<DataSource> ownDataSource, JdbcStoreProperties properties,
			ObjectProvider<DataSourcePoolMetadataProvider> pools) {
		LeaseTables tables = properties.tables();
		DataSource own = ownDataSource.getIfAvailable();
		DataSource used = (own != null) ? own : dataSource;
		boolean mayListen = PoolSize.hasRoomToListen(used, own != null, pools.orderedStream().toList());
		JdbcLeaseSchema schema = new JdbcLeaseSchema(used, properties.initializeSchema(), tables);
		return new JdbcLeaseStore(used, tables, mayListen, schema::make, schema.ofValues()::make);
	}

	@Bean
	@ConditionalOnBean(JdbcLeaseStore.class)
	@ConditionalOnMissingBean(CommitCheck.class)
	CommittingLeadershipCheck leaderElectionReignCheck(DataSource dataSource, JdbcLeaseStore store,
			LeaderElectionProperties properties, Environment environment) {
		String cluster = ClusterName.of(environment, properties.cluster()).name();
		return new CommittingLeadershipCheck(dataSource, cluster, store);
	}

}
