package io.github.leaderelection.store.kubernetes;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How leases are kept in Kubernetes.
 *
 * @param namespace Namespace of the Leases. That of this pod unless set.
 * @param leasePrefix What the names of all Leases begin with.
 * @param podLabel Label that the leader's own pod has, as 'example.com/leader' or
 * 'role=leader'. None unless set.
 * @param podName Name of this pod, which has the label. Its host name unless set.
 */
@ConfigurationProperties("leader-election.kubernetes")
record KubernetesStoreProperties(@Nullable String namespace, @DefaultValue("leader-election") String leasePrefix,
		@Nullable String podLabel, @Nullable String podName) {
}
