package io.github.leaderelection.store.redis;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.redis.RedisLeaseOptions;
import io.github.leaderelection.internal.store.redis.RedisLeaseStore;
import io.github.leaderelection.spi.LeaseStore;

import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * {@link AutoConfiguration Auto-configuration} for leases in Redis.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class, after = DataRedisAutoConfiguration.class)
@ConditionalOnClass({ LettuceConnectionFactory.class, DataRedisAutoConfiguration.class })
@ConditionalOnProperty(name = "leader-election.store", havingValue = "redis")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(RedisConnectionFactory.class)
@EnableConfigurationProperties(RedisStoreProperties.class)
public final class LeaderElectionRedisStoreAutoConfiguration {

	private static final String STORE = "leader-election.store";

	private static final String PREFIX = "leader-election.redis.";

	/** The field of a factory with its configuration, for which it has no getter. */
	private static final String CONFIGURATION = "configuration";

	@Bean
	@ConditionalOnMissingBean(LeaseStore.class)
	RedisLeaseStore leaderElectionLeaseStore(RedisConnectionFactory factory,
			ObjectProvider<DataRedisConnectionDetails> details, RedisStoreProperties properties) {
		details.ifUnique(LeaderElectionRedisStoreAutoConfiguration::checkMode);
		return new RedisLeaseStore(lettuce(factory), options(properties));
	}

	private static void checkMode(DataRedisConnectionDetails details) {
		if (details.getMasterReplica() != null) {
			throw new InvalidElectionConfigurationException(STORE, "redis",
					"spring.data.redis.masterreplica.nodes names servers among which nobody says which is the master",
					"Use spring.data.redis.sentinel.*, spring.data.redis.cluster.* or the address of the master");
		}
	}

	/** A static master/replica factory reports localhost and hides its servers. */
	private static void checkMode(LettuceConnectionFactory factory) {
		DirectFieldAccessor fields = new DirectFieldAccessor(factory);
		if (fields.isReadableProperty(CONFIGURATION)
				&& fields.getPropertyValue(CONFIGURATION) instanceof RedisStaticMasterReplicaConfiguration) {
			throw new InvalidElectionConfigurationException(STORE, "redis",
					"The LettuceConnectionFactory bean has a RedisStaticMasterReplicaConfiguration, which names "
							+ "servers among which nobody says which is the master",
					"Make the bean from a RedisSentinelConfiguration, a RedisClusterConfiguration or a "
							+ "RedisStandaloneConfiguration with the address of the master");
		}
	}

	private static LettuceConnectionFactory lettuce(RedisConnectionFactory factory) {
		if (factory instanceof LettuceConnectionFactory lettuce) {
			checkMode(lettuce);
			return lettuce;
		}
		throw new InvalidElectionConfigurationException(STORE, "redis",
				"The RedisConnectionFactory bean is a " + factory.getClass().getName()
						+ ", of which it is not known how to send a command no more than once",
				"Use Lettuce: remove spring.data.redis.client-type, or define a LettuceConnectionFactory");
	}

	private static RedisLeaseOptions options(RedisStoreProperties properties) {
		if (properties.waitReplicas() < 0) {
			throw new InvalidElectionConfigurationException(PREFIX + "wait-replicas", properties.waitReplicas(),
					"It is a number of replicas",
					"Use 0 for none, or the number of those that have to confirm a write");
		}
		if (properties.waitTimeout().toMillis() <= 0) {
			throw new InvalidElectionConfigurationException(PREFIX + "wait-timeout", properties.waitTimeout(),
					"No replica confirms anything in no time", "Use a duration of at least 1ms: 500ms, say");
		}
		return new RedisLeaseOptions(properties.keyPrefix(), properties.waitReplicas(), properties.waitTimeout());
	}

}
