package io.github.leaderelection.store.zookeeper;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.zookeeper.ZookeeperClients;
import io.github.leaderelection.internal.store.zookeeper.ZookeeperLeaseStore;
import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for leases in ZooKeeper.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(CuratorFramework.class)
@ConditionalOnProperty(name = "leader-election.store", havingValue = "zookeeper")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ZookeeperStoreProperties.class)
public final class LeaderElectionZookeeperStoreAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LeaseStore.class)
	ZookeeperLeaseStore leaderElectionZookeeperLeaseStore(ZookeeperStoreProperties properties,
			ObjectProvider<CuratorFramework> clients) {
		String servers = properties.connectString();
		if (servers != null && !servers.isBlank()) {
			return store(new ZookeeperClients(servers, properties.sessionTimeout(), properties.digest(), null), "",
					properties);
		}
		CuratorFramework theirs = clients.getIfUnique();
		if (theirs == null) {
			throw new InvalidElectionConfigurationException(ZookeeperStoreProperties.PREFIX + ".connect-string", null,
					"There is no CuratorFramework bean either that would name the servers, or several and none is "
							+ "primary",
					"Set it to your servers, as in 'zk1:2181,zk2:2181,zk3:2181', or define such a bean");
		}
		String namespace = theirs.getNamespace();
		return store(
				new ZookeeperClients(theirs.getZookeeperClient().getCurrentConnectionString(),
						properties.sessionTimeout(), properties.digest(), config(theirs)),
				namespace.isEmpty() ? "" : "/" + namespace, properties);
	}

	/**
	 * The application's client repeats requests, and may be closed before the election.
	 */
	private static ZookeeperLeaseStore store(ZookeeperClients own, String namespace,
			ZookeeperStoreProperties properties) {
		return new ZookeeperLeaseStore(own.client(), namespace + properties.path());
	}

	/** A client has its connection settings, such as TLS, only once it is started. */
	private static @Nullable ZKClientConfig config(CuratorFramework client) {
		try {
			return (client.getState() == CuratorFrameworkState.STARTED)
					? client.getZookeeperClient().getZooKeeper().getClientConfig() : null;
		}
		catch (Exception ex) {
			throw new InvalidElectionConfigurationException("leader-election.store", "zookeeper",
					"The CuratorFramework bean does not tell how it connects: " + ex.getMessage(),
					"Set " + ZookeeperStoreProperties.PREFIX + ".connect-string", ex);
		}
	}

}
