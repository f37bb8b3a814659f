package io.github.leaderelection.store.etcd;

import io.etcd.jetcd.Client;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.etcd.EtcdLeaseStore;
import io.github.leaderelection.spi.LeaseStore;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.util.StringUtils;

/**
 * {@link AutoConfiguration Auto-configuration} for leases in etcd.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration")
@ConditionalOnClass(Client.class)
@ConditionalOnProperty(name = "leader-election.store", havingValue = "etcd")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@EnableConfigurationProperties(EtcdStoreProperties.class)
public final class LeaderElectionEtcdStoreAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LeaseStore.class)
	EtcdLeaseStore leaderElectionLeaseStore(EtcdStoreProperties properties, ObjectProvider<Client> clients,
			ObjectProvider<SslBundles> bundles) {
		if (!StringUtils.hasText(properties.keyPrefix())) {
			throw new InvalidElectionConfigurationException("leader-election.etcd.key-prefix", properties.keyPrefix(),
					"Leases would lie among all other keys", "Use a prefix of their own: leader-election/, say");
		}
		if (!properties.endpoints().isEmpty()) {
			return EtcdLeaseStore.at(new EtcdServersReader(properties, bundles).read(), properties.keyPrefix());
		}
		Client client = clients.getIfUnique();
		if (client == null) {
			throw new InvalidElectionConfigurationException("leader-election.etcd.endpoints", null,
					"It names no server, and there is no io.etcd.jetcd.Client bean, or several and none is primary",
					"Name the servers: http://etcd:2379, say; or define a client");
		}
		return EtcdLeaseStore.with(client, properties.keyPrefix());
	}

}
