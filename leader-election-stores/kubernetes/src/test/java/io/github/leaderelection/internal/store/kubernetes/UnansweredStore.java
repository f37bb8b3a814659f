package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseStore;

/**
 * A store that reads once, if it is to write, and hears nothing from then on.
 */
final class UnansweredStore implements LeaseStore {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final String agent = "unanswered-" + UUID.randomUUID();

	private final StrictApiServer server;

	private final KubernetesLeaseStore store;

	UnansweredStore(StrictApiServer server) {
		this.server = server;
		this.store = new KubernetesLeaseStore(server.config(this.agent), "shop", "leader-election", false);
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!(request instanceof Request.Read) && !this.server.isSilentTo(this.agent)) {
			this.store.ask(new Request.Read(request.key()), PATIENCE).toCompletableFuture().join();
		}
		this.server.silence(this.agent);
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
