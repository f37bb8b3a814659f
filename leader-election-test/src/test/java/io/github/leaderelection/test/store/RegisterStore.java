package io.github.leaderelection.test.store;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A client of a {@link RegisterEngine}.
 */
final class RegisterStore implements LeaseStore {

	private static final Map<Key, Set<Consumer<@Nullable LeaseRecord>>> WATCHES = new ConcurrentHashMap<>();

	private final Set<CompletableFuture<Answer>> under = ConcurrentHashMap.newKeySet();

	private final Map<Key, Answer> cache = new ConcurrentHashMap<>();

	private final RegisterEngine engine;

	private final Flaw flaw;

	private final Connection connection;

	private final AtomicBoolean isLossOver = new AtomicBoolean();

	private final AtomicInteger reads = new AtomicInteger();

	private volatile boolean isClosed;

	RegisterStore(RegisterEngine engine, Flaw flaw, Connection connection) {
		this.engine = engine;
		this.flaw = flaw;
		this.connection = connection;
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		if (this.isClosed) {
			answer.complete(new Answer.Unknown("closed"));
			return answer;
		}
		this.under.add(answer);
		if (this.flaw != Flaw.WAITS_FOR_EVER) {
			answer.completeOnTimeout(new Answer.Unknown("late"), deadline.toNanos(), TimeUnit.NANOSECONDS);
		}
		CompletableFuture.runAsync(() -> handle(request, answer)).exceptionally((failure) -> {
			answer.complete(new Answer.Unknown(failure.toString()));
			return null;
		});
		if (this.flaw == Flaw.BLOCKS_THE_CALLER) {
			answer.join();
		}
		return answer;
	}

	private void handle(Request request, CompletableFuture<Answer> answer) {
		Answer of = (request instanceof Request.Read read) ? read(read) : this.engine.handle(request);
		if (of instanceof Answer.Mine mine) {
			LeaseRecord told = told(mine.record());
			WATCHES.getOrDefault(request.key(), Set.of()).forEach((listener) -> listener.accept(told));
		}
		if (this.connection == Connection.SILENT) {
			if (this.flaw == Flaw.REPEATS_WHAT_WAS_NOT_ANSWERED) {
				answer.complete(this.engine.handle(request));
			}
		}
		else if (this.connection == Connection.BREAKS_ONCE && this.isLossOver.compareAndSet(false, true)) {
			answer.complete((this.flaw == Flaw.REPEATS_WHAT_BROKE) ? this.engine.handle(request)
					: new Answer.Unknown("broken"));
		}
		else {
			answer.complete(of);
		}
	}

	private Answer read(Request.Read read) {
		if (this.flaw == Flaw.READS_FROM_A_CACHE) {
			return this.cache.computeIfAbsent(read.key(), (key) -> this.engine.handle(read));
		}
		Answer present = this.engine.handle(read);
		if (this.flaw != Flaw.READS_NOW_AND_THEN_FROM_A_CACHE) {
			return present;
		}
		Answer first = this.cache.putIfAbsent(read.key(), present);
		return (first != null && this.reads.incrementAndGet() % 2 == 0) ? first : present;
	}

	private LeaseRecord told(LeaseRecord is) {
		return new LeaseRecord(is.holder(), is.incarnation(), is.attempt(), is.url(), is.token(),
				(this.flaw == Flaw.TELLS_ANOTHER_DURATION) ? StoreUser.LEASE_NANOS : is.durationNanos(),
				is.free() || this.flaw == Flaw.TELLS_THAT_ALL_IS_FREE, is.preferred(), is.preferredNanos(),
				is.version());
	}

	@Override
	public boolean keepsValues() {
		return true;
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		Set<Consumer<@Nullable LeaseRecord>> listeners = WATCHES.computeIfAbsent(key,
				(absent) -> ConcurrentHashMap.newKeySet());
		listeners.add(listener);
		return () -> listeners.remove(listener);
	}

	@Override
	public boolean tellsChanges() {
		return true;
	}

	@Override
	public String description() {
		return "a map";
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.under.forEach((answer) -> answer.complete(new Answer.Unknown("closed")));
	}

	/**
	 * What becomes of answers.
	 */
	enum Connection {

		SOUND,

		/** Before the first answer. */
		BREAKS_ONCE,

		/** They are all lost. */
		SILENT

	}

}
