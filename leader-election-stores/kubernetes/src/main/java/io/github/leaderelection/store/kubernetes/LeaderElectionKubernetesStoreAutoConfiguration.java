package io.github.leaderelection.store.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.kubernetes.KubernetesLeaseStore;
import io.github.leaderelection.internal.store.kubernetes.LeaderPodLabel;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * {@link AutoConfiguration Auto-configuration} for leases in Kubernetes.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(KubernetesClient.class)
@ConditionalOnProperty(name = "leader-election.store", havingValue = "kubernetes")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@EnableConfigurationProperties(KubernetesStoreProperties.class)
public final class LeaderElectionKubernetesStoreAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(LeaseStore.class)
	KubernetesLeaseStore leaderElectionLeaseStore(KubernetesStoreProperties properties,
			ObjectProvider<KubernetesClient> clients, Environment environment) {
		String prefix = properties.leasePrefix();
		if (!KubernetesLeaseStore.isLegalPrefix(prefix)) {
			throw new InvalidElectionConfigurationException("leader-election.kubernetes.lease-prefix", prefix,
					"No name of a Lease may begin with it",
					"Use at most 63 small letters, digits and hyphens, with no hyphen at either end");
		}
		KubernetesClient client = clients.getIfUnique();
		Config config = (client != null) ? client.getConfiguration() : new ConfigBuilder().build();
		String namespace = namespace(properties, config.getNamespace());
		boolean labelsPods = PodLabel.of(properties, environment) != null;
		if (labelsPods && config.getNamespace() != null && !namespace.equals(config.getNamespace())) {
			throw new InvalidElectionConfigurationException(
					PodLabel.LABEL, properties.podLabel(), "The Leases are in namespace '" + namespace
							+ "', and this pod is in '" + config.getNamespace() + "'",
					"Remove leader-election.kubernetes.namespace, or the label");
		}
		return new KubernetesLeaseStore(config, namespace, prefix, labelsPods);
	}

	private static String namespace(KubernetesStoreProperties properties, @Nullable String own) {
		String namespace = StringUtils.hasText(properties.namespace()) ? properties.namespace() : own;
		if (namespace == null) {
			throw new InvalidElectionConfigurationException("leader-election.kubernetes.namespace", null,
					"This process is in no pod that says its namespace, and no kubeconfig names one",
					"Set it to the namespace of the Leases");
		}
		return namespace;
	}

	/** Not lazy: the label that an earlier start left is removed at once. */
	@Bean
	@Lazy(false)
	@ConditionalOnBean(value = KubernetesLeaseStore.class, search = SearchStrategy.CURRENT)
	@ConditionalOnProperty("leader-election.kubernetes.pod-label")
	LeaderPodLabelListener leaderElectionPodLabel(KubernetesLeaseStore store, KubernetesStoreProperties properties,
			Environment environment) {
		PodLabel label = PodLabel.of(properties, environment);
		if (label == null) {
			throw new InvalidElectionConfigurationException(PodLabel.LABEL, "", "It names no label",
					"Name one, or remove the setting");
		}
		return new LeaderPodLabelListener(new LeaderPodLabel(store, label.pod(), label.key(), label.value()));
	}

}
