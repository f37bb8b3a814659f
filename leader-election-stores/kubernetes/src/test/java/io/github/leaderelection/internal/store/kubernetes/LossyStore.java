package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.internal.store.kubernetes.server.ApiFault;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseStore;

/**
 * A store whose connection breaks once, before the answer to its first write.
 *
 * @param server does what is asked
 * @param store the store
 * @param isBegun whether it has written
 */
record LossyStore(StrictApiServer server, KubernetesLeaseStore store, AtomicBoolean isBegun) implements LeaseStore {

	LossyStore(StrictApiServer server, KubernetesLeaseStore store) {
		this(server, store, new AtomicBoolean());
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!(request instanceof Request.Read) && this.isBegun.compareAndSet(false, true)) {
			this.server.plan((request instanceof Request.Create) ? "POST" : "PUT", ApiFault.BREAKS_LATE);
		}
		return this.store.ask(request, deadline);
	}

	@Override
	public String description() {
		return this.store.description();
	}

	@Override
	public void close() {
		this.store.close();
	}

}
