package io.github.leaderelection.autoconfigure.store;

import javax.sql.DataSource;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseSchema;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;
import io.github.leaderelection.spi.LeaseStore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * {@link AutoConfiguration Auto-configuration} for leases in the application's database.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ JdbcOperations.class, DataSourceScriptDatabaseInitializer.class })
@ConditionalOnProperty(name = "leader-election.store", havingValue = "jdbc")
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties(JdbcStoreProperties.class)
public final class LeaderElectionJdbcStoreAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LeaseStore.class)
	@DependsOnDatabaseInitialization
	JdbcLeaseStore leaderElectionLeaseStore(DataSource dataSource, JdbcStoreProperties properties,
			ObjectProvider<DataSourcePoolMetadataProvider> pools) {
		boolean mayListen = PoolSize.hasRoomToListen(dataSource, pools.orderedStream().toList());
		JdbcLeaseSchema schema = new JdbcLeaseSchema(dataSource, properties.initializeSchema());
		return new JdbcLeaseStore(dataSource, mayListen, schema::make);
	}

}
