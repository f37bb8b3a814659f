package io.github.leaderelection.simulator.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in virtual time: one record, and faults between it and whoever asks.
 */
final class RandomStore {

	static final long MILLI = 1_000_000;

	private static final int ONE_IN = 14;

	private static final long LONG_LATE = 15_000 * MILLI;

	private final VirtualTime time;

	private final SplittableRandom random;

	private final Map<StoreFault, Long> faults = new EnumMap<>(StoreFault.class);

	private final List<Consumer<@Nullable LeaseRecord>> watches = new ArrayList<>();

	private @Nullable LeaseRecord record;

	private @Nullable LeaseRecord earlier;

	private long writes;

	private long wallMillis;

	/** Some stores tell of no change. */
	private final boolean tells;

	private boolean faulty = true;

	private long awayUntil;

	private long slowUntil;

	/** When the last request and answer of before have come. */
	private long quietAt;

	private final Consumer<String> trace;

	RandomStore(VirtualTime time, SplittableRandom random, long wallMillis, Consumer<String> trace) {
		this.time = time;
		this.trace = trace;
		this.random = random;
		this.tells = random.nextBoolean();
		this.wallMillis = wallMillis;
	}

	Map<StoreFault, Long> faults() {
		return this.faults;
	}

	void struck(StoreFault fault) {
		this.trace.accept(fault.name());
		this.faults.merge(fault, 1L, Long::sum);
	}

	/** From now on nothing goes wrong; what is on its way may still be late. */
	void heal() {
		this.faulty = false;
		this.awayUntil = 0;
		this.slowUntil = 0;
	}

	long quietAt() {
		return this.quietAt;
	}

	void away(long span) {
		struck(StoreFault.OUTAGE);
		this.awayUntil = this.time.now() + span;
	}

	void slow(long span) {
		struck(StoreFault.SLOW);
		this.slowUntil = this.time.now() + span;
	}

	void delete() {
		struck(StoreFault.DELETED);
		this.record = null;
	}

	/** No clock falls behind what it has shown. */
	void stepClock(long millis) {
		struck(StoreFault.STORE_CLOCK);
		this.wallMillis += millis;
	}

	private boolean strikes(StoreFault fault) {
		if (!this.faulty || this.random.nextInt(ONE_IN) != 0) {
			return false;
		}
		struck(fault);
		return true;
	}

	private long span(long most) {
		return MILLI / 5 + (long) (this.random.nextDouble() * most);
	}

	private long latency() {
		return span((this.time.now() < this.slowUntil) ? 3_000 * MILLI : 3 * MILLI);
	}

	private long latency(StoreFault late) {
		return strikes(late) ? span(LONG_LATE) : latency();
	}

	private void after(long span, Runnable task) {
		this.quietAt = Math.max(this.quietAt, this.time.now() + span);
		this.time.at(this.time.now() + span, task);
	}

	/** A link of one process. */
	LeaseStore link(Consumer<Runnable> process) {
		return new Link(process);
	}

	private void request(LeaseStore.Request request, Consumer<LeaseStore.Answer> answered) {
		if (this.time.now() < this.awayUntil || strikes(StoreFault.REQUEST_LOST)) {
			return;
		}
		boolean repeated = !(request instanceof LeaseStore.Request.Read) && strikes(StoreFault.REPEATED_BY_LIBRARY);
		boolean doubled = strikes(StoreFault.REQUEST_DOUBLED);
		long there = latency(StoreFault.REQUEST_LATE);
		after(there, () -> {
			LeaseStore.Answer answer = handle(request);
			// a library that repeats cannot tell what came of the first one
			LeaseStore.Answer told = repeated ? handled(handle(request)) : answer;
			if (!strikes(StoreFault.ANSWER_LOST)) {
				after(latency(StoreFault.ANSWER_LATE), () -> answered.accept(told));
			}
		});
		if (doubled) {
			after(there + span(5_000 * MILLI), () -> handle(request));
		}
	}

	private static LeaseStore.Answer handled(LeaseStore.Answer second) {
		return (second instanceof LeaseStore.Answer.NotDone) ? new LeaseStore.Answer.Unknown("sent twice") : second;
	}

	private LeaseStore.Answer handle(LeaseStore.Request request) {
		LeaseRecord old = this.record;
		if (request instanceof LeaseStore.Request.Read) {
			return LeaseStore.Answer.read(old);
		}
		if (request instanceof LeaseStore.Request.Create create) {
			return (old != null) ? new LeaseStore.Answer.NotDone()
					: write(new LeaseRecord(null, 0, 0, null, Math.max(create.leastToken(), clock()),
							create.durationNanos(), create.free(), null, 0, version(create.stamp())));
		}
		if (request instanceof LeaseStore.Request.Take take && old != null && old.version().equals(take.version())) {
			long token = Math.max(Math.max(take.leastToken(), clock()), old.token() + 1);
			return write(new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(), token,
					take.durationNanos(), false, null, 0, version(take.stamp())));
		}
		if (request instanceof LeaseStore.Request.Renew renew && old != null && old.version().equals(renew.version())) {
			return write(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
					renew.durationNanos(), false, null, 0, version(renew.stamp())));
		}
		if (request instanceof LeaseStore.Request.Release release && old != null
				&& old.version().equals(release.version())) {
			return write(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
					old.durationNanos(), true, release.preferred(), release.preferredNanos(),
					version(release.stamp())));
		}
		return new LeaseStore.Answer.NotDone();
	}

	private long clock() {
		return this.wallMillis + this.time.now() / MILLI;
	}

	private String version(long stamp) {
		this.writes++;
		return this.writes + "-" + Long.toHexString(stamp);
	}

	private LeaseStore.Answer write(LeaseRecord written) {
		this.trace.accept("the record is " + written);
		this.earlier = this.record;
		this.record = written;
		if (this.tells && strikes(StoreFault.HINT_LOST)) {
			return new LeaseStore.Answer.Mine(written);
		}
		LeaseRecord stale = this.earlier;
		for (Consumer<@Nullable LeaseRecord> watch : List.copyOf(this.watches)) {
			after(latency(), () -> watch.accept(written));
			if (strikes(StoreFault.HINT_DOUBLED)) {
				after(span(LONG_LATE), () -> watch.accept(written));
			}
			if (stale != null && strikes(StoreFault.HINT_STALE)) {
				after(span(LONG_LATE), () -> watch.accept(stale));
			}
		}
		return new LeaseStore.Answer.Mine(written);
	}

	/**
	 * What one process has of the store.
	 */
	private final class Link implements LeaseStore {

		private final Consumer<Runnable> process;

		Link(Consumer<Runnable> process) {
			this.process = process;
		}

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			CompletableFuture<Answer> answer = new CompletableFuture<>();
			request(request, (told) -> this.process.accept(() -> answer.complete(told)));
			return answer;
		}

		@Override
		public boolean tellsChanges() {
			return RandomStore.this.tells;
		}

		@Override
		public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
			Consumer<@Nullable LeaseRecord> watch = (told) -> this.process.accept(() -> listener.accept(told));
			RandomStore.this.watches.add(watch);
			return () -> RandomStore.this.watches.remove(watch);
		}

		@Override
		public String description() {
			return "a store in virtual time";
		}

		@Override
		public void close() {
			// holds nothing
		}

	}

}
