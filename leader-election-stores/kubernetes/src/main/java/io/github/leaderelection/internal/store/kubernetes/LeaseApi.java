package io.github.leaderelection.internal.store.kubernetes;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;

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

	CompletableFuture<ApiAnswer> list(String cluster, Duration timeout) {
		return this.client.send("GET", leases() + "?" + selector(cluster), null, timeout);
	}

	CompletableFuture<HttpResponse<AsyncBody>> watch(String cluster, String version, long seconds,
			AsyncBody.Consumer<List<ByteBuffer>> consumer, Duration patience) {
		return this.client.stream(leases() + "?" + selector(cluster) + "&watch=true&allowWatchBookmarks=true"
				+ "&timeoutSeconds=" + seconds + "&resourceVersion=" + version, consumer, patience);
	}

	private static String selector(String cluster) {
		return "labelSelector="
				+ URLEncoder.encode(LeaseMark.CLUSTER_LABEL + "=" + LeaseName.label(cluster), StandardCharsets.UTF_8);
	}

}
