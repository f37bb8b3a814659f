package io.github.leaderelection.internal.store.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.spi.LeaseStore;

/**
 * A store that has seen the record, and then hears nothing more from its server, which
 * does all that it asks.
 */
final class AnswerlessStore implements LeaseStore {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final AtomicBoolean hasSeen = new AtomicBoolean();

	private final Relay relay;

	private final EtcdLeaseStore store;

	AnswerlessStore(EtcdServer server) throws IOException {
		this.relay = new Relay(server.port());
		URI url = server.url(this.relay.port());
		this.store = EtcdLeaseStore.at(new EtcdServers(List.of(url), null, null, null), EtcdLeaseStoreTests.PREFIX);
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		if (!this.hasSeen.compareAndSet(false, true)) {
			return this.store.ask(request, deadline);
		}
		return this.store.ask(new Request.Read(request.key()), PATIENCE).thenCompose((seen) -> {
			this.relay.lose(false, true);
			return this.store.ask(request, deadline);
		});
	}

	@Override
	public String description() {
		return this.store.description();
	}

	@Override
	public void close() {
		this.store.close();
		try {
			this.relay.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
