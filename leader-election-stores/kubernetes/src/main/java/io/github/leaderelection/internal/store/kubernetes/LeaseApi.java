package io.github.leaderelection.internal.store.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;

/**
 * Requests for the Leases of one namespace.
 */
record LeaseApi(ApiClient client, String namespace) {

	private String leases() {
		return "apis/coordination.k8s.io/v1/namespaces/" + this.namespace + "/leases";
	}

	/** Without a resource version, the answer reflects every earlier write. */
	CompletableFuture<ApiAnswer> read(String name, Duration timeout) {
		return this.client.send("GET", leases() + "/" + name, null, timeout);
	}

	CompletableFuture<ApiAnswer> create(Lease lease, Duration timeout) {
		return this.client.send("POST", leases(), lease, timeout);
	}

	/**
	 * Replaces a Lease that still has its uid and version. Without the uid the API would
	 * create a deleted Lease anew.
	 */
	CompletableFuture<ApiAnswer> replace(Lease lease, Duration timeout) {
		return this.client.send("PUT", leases() + "/" + lease.getMetadata().getName(), lease, timeout);
	}

	/** Reads the Leases of a cluster that has this label. */
	CompletableFuture<ApiAnswer> list(String label, Duration timeout) {
		return this.client.send("GET",
				leases() + "?labelSelector="
						+ URLEncoder.encode(LeaseObject.CLUSTER_LABEL + "=" + label, StandardCharsets.UTF_8),
				null, timeout);
	}

	NonNamespaceOperation<Lease, LeaseList, Resource<Lease>> leases(KubernetesClient by) {
		return by.leases().inNamespace(this.namespace);
	}

}
