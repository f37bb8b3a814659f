package io.github.leaderelection.store.redis;

import java.time.Duration;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.store.redis.RedisLeaseStore;
import io.github.leaderelection.spi.LeaseStore;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionRedisStoreAutoConfiguration}. Nothing listens where they
 * connect to.
 */
class LeaderElectionRedisStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class,
				LeaderElectionRedisStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withBean(SslBundles.class, () -> Mockito.mock(SslBundles.class))
		.withPropertyValues("leader-election.store=redis", "spring.data.redis.port=1");

	@Test
	void storeIsMadeFromTheApplicationsConnectionFactory() {
		this.runner.withPropertyValues("spring.data.redis.password=secret")
			.run((context) -> assertThat(context.getBean(LeaseStore.class))
				.isInstanceOfSatisfying(RedisLeaseStore.class, (store) -> assertThat(store.description())
					.isEqualTo("Redis at localhost:1, keys leader-election:{cluster/group}")));
		this.runner
			.withPropertyValues("spring.data.redis.sentinel.master=one",
					"spring.data.redis.sentinel.nodes=s1:26379,s2:26379", "leader-election.redis.key-prefix=x/")
			.run((context) -> assertThat(context.getBean(LeaseStore.class).description())
				.isEqualTo("Redis by Sentinel at s1:26379, s2:26379, keys x/{cluster/group}"));
		this.runner.withPropertyValues("spring.data.redis.cluster.nodes=c1:1,c2:1")
			.run((context) -> assertThat(context.getBean(LeaseStore.class).description())
				.startsWith("Redis Cluster at c1:1, c2:1"));
	}

	@Test
	void anApplicationStartsWhileRedisIsAway() {
		this.runner.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aShortLeaseShortensTheWaitForReplicas() {
		ApplicationContextRunner waiting = this.runner.withPropertyValues("leader-election.redis.wait-replicas=1");
		waiting.withPropertyValues("leader-election.lease-duration=1s")
			.run((context) -> assertThat(context).hasNotFailed());
		waiting.withPropertyValues("leader-election.redis.wait-timeout=1m")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void anotherStoreOfTheApplicationComesFirst() {
		LeaseStore other = Mockito.mock(LeaseStore.class);
		Mockito.when(other.leastLease()).thenReturn(Duration.ofHours(2));
		this.runner.withBean(LeaseStore.class, () -> other)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("lease-duration"));
	}

	@Test
	void withoutTheSettingOrTheElectionNothingIsMade() {
		this.runner.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaseStore.class));
		this.runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStore.class));
	}

	@Test
	void withoutAConnectionFactoryTheRemedyIsNamed() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionRedisStoreAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class))
			.withPropertyValues("leader-election.store=redis")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.store=redis")
				.hasMessageContaining("There is no RedisConnectionFactory")
				.hasMessageContaining("spring.data.redis.host"));
	}

	@Test
	void aFactoryThatIsNotOfLettuceIsRefused() {
		this.runner.withBean(RedisConnectionFactory.class, () -> Mockito.mock(RedisConnectionFactory.class))
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.store=redis")
				.hasMessageContaining("RedisConnectionFactory bean is a ")
				.hasMessageContaining("Use Lettuce"));
	}

	@Test
	void masterAndReplicasThatNobodyWatchesAreRefused() {
		this.runner.withPropertyValues("spring.data.redis.masterreplica.nodes=a:1,b:1")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.store=redis")
				.hasMessageContaining("spring.data.redis.masterreplica.nodes")
				.hasMessageContaining("spring.data.redis.sentinel"));
	}

	@Test
	void aFactoryWithMasterAndReplicasThatNobodyWatchesIsRefused() {
		this.runner
			.withBean(LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("a", 1)))
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.store=redis")
				.hasMessageContaining("RedisStaticMasterReplicaConfiguration")
				.hasMessageContaining("RedisSentinelConfiguration"));
	}

	@Test
	void settingsOutOfTheirRangeAreRefused() {
		assertRefused("wait-replicas", "-1");
		assertRefused("wait-timeout", "0ms");
	}

	private void assertRefused(String key, String value) {
		this.runner.withPropertyValues("leader-election.redis." + key + "=" + value)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.redis." + key)
				.hasMessageContaining("Use "));
	}

	@Test
	void theApplicationsOwnConnectionsAreLeftAsTheyAre() {
		this.runner.run((context) -> assertThat(
				context.getBean(LettuceConnectionFactory.class).getClientConfiguration().getClientOptions())
			.hasValueSatisfying((options) -> assertThat(options.isAutoReconnect()).isTrue()));
	}

}
