package io.github.leaderelection.internal.store.kubernetes;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.github.leaderelection.internal.store.lease.ClusterWatches;
import org.jspecify.annotations.Nullable;

/**
 * Watches the Leases of one cluster by an informer of the client, which comes back after
 * a break. An informer that is silent for longer than a minute is replaced, because its
 * connection may be dead. Lost changes do no harm, because nodes also read.
 */
final class ClusterWatch implements ClusterWatches.ClusterWatch, ResourceEventHandler<Lease> {

	/** An API server sends a bookmark each minute where nothing changes. */
	static final long SILENCE_SECONDS = 90;

	private final LeaseApi api;

	private final String cluster;

	private final BiConsumer<Lease, Boolean> changes;

	/** Replaced by one task at a time. */
	private volatile @Nullable SharedIndexInformer<Lease> informer;

	private volatile boolean isClosed;

	/**
	 * Opens a watch.
	 * @param changes receives a changed Lease, and whether it was deleted
	 */
	ClusterWatch(LeaseApi api, String cluster, BiConsumer<Lease, Boolean> changes) {
		this.api = api;
		this.cluster = cluster;
		this.changes = changes;
		open();
	}

	private void open() {
		lookAfter("");
		this.api.client().use((client) -> {
			SharedIndexInformer<Lease> former = this.informer;
			SharedIndexInformer<Lease> next = this.api.leases(client)
				.withLabel(LeaseObject.CLUSTER_LABEL, LeaseName.label(this.cluster))
				.runnableInformer(0);
			next.exceptionHandler((hasStarted, failure) -> true).addEventHandler(this);
			this.informer = next;
			if (former != null) {
				former.stop();
			}
			next.start();
			if (this.isClosed) {
				next.stop();
			}
		});
	}

	/** Replaces the informer unless it has a later version by then. */
	private void lookAfter(String version) {
		this.api.client().later(() -> {
			SharedIndexInformer<Lease> present = this.informer;
			String later = (present != null) ? String.valueOf(present.lastSyncResourceVersion()) : version;
			if (later.equals(version)) {
				open();
			}
			else {
				lookAfter(later);
			}
		}, TimeUnit.SECONDS.toMillis(SILENCE_SECONDS));
	}

	@Override
	public void onAdd(Lease lease) {
		this.changes.accept(lease, false);
	}

	@Override
	public void onUpdate(Lease before, Lease lease) {
		onAdd(lease);
	}

	@Override
	public void onDelete(Lease lease, boolean isStateUnknown) {
		this.changes.accept(lease, true);
	}

	@Override
	public boolean isOpen() {
		SharedIndexInformer<Lease> present = this.informer;
		return present != null && present.isWatching();
	}

	@Override
	public void close() {
		this.isClosed = true;
		SharedIndexInformer<Lease> present = this.informer;
		if (present != null) {
			present.stop();
		}
	}

}
