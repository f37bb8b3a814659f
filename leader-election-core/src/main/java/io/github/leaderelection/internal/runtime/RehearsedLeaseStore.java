package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * One lease in memory, which tells of releases, for the nodes of one rehearsal. Answers
 * at once. Serves one thread.
 */
final class RehearsedLeaseStore implements LeaseStore {

	private final Set<Consumer<@Nullable LeaseRecord>> listeners = new LinkedHashSet<>();

	private final LongSupplier wallMillis;

	private final Consumer<Request> asked;

	private @Nullable LeaseRecord record;

	private long writes;

	/**
	 * A store without a record.
	 * @param wallMillis the time of day
	 * @param asked sees every request
	 */
	RehearsedLeaseStore(LongSupplier wallMillis, Consumer<Request> asked) {
		this.wallMillis = wallMillis;
		this.asked = asked;
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		this.asked.accept(request);
		return CompletableFuture.completedStage(answer(request));
	}

	private Answer answer(Request request) {
		LeaseRecord before = this.record;
		if (request instanceof Request.Create create) {
			return (before == null) ? written(create.made(this.wallMillis.getAsLong(), nextVersion()))
					: new Answer.NotDone();
		}
		if (request instanceof Request.Change change) {
			return (before != null && before.version().equals(change.version()))
					? written(change.after(before, this.wallMillis.getAsLong(), nextVersion())) : new Answer.NotDone();
		}
		return Answer.read(before);
	}

	private String nextVersion() {
		this.writes++;
		return Long.toString(this.writes);
	}

	private Answer written(LeaseRecord next) {
		this.record = next;
		if (next.free()) {
			List.copyOf(this.listeners).forEach((listener) -> listener.accept(next));
		}
		return new Answer.Mine(next);
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		this.listeners.add(listener);
		return () -> this.listeners.remove(listener);
	}

	@Override
	public boolean tellsChanges() {
		return true;
	}

	@Override
	public boolean outlivesProcess() {
		return false;
	}

	@Override
	public String description() {
		return "a rehearsed store";
	}

	@Override
	public void close() {
		this.listeners.clear();
	}

}
