package io.github.leaderelection.internal.lease;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.spi.LeaseStore;

/**
 * A store in this process, for several nodes of one test.
 */
final class MemoryLeaseStore implements LeaseStore {

	private final RegisterOfATest register = new RegisterOfATest();

	private boolean away;

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		synchronized (this.register) {
			this.register.clock(System.currentTimeMillis());
			return CompletableFuture
				.completedStage(this.away ? new Answer.Unknown("the store is away") : this.register.handle(request));
		}
	}

	void away(boolean is) {
		synchronized (this.register) {
			this.away = is;
		}
	}

	@Override
	public boolean outlivesProcess() {
		return false;
	}

	@Override
	public Duration leastLease() {
		return Duration.ofMillis(100);
	}

	@Override
	public String description() {
		return "a store in memory";
	}

	@Override
	public void close() {
		// holds nothing
	}

}
