package io.github.leaderelection.simulator.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

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

	private static final int VERY_LATE_ONE_IN = 20;

	private static final long VERY_LATE = 200_000 * MILLI;

	/** How many writes ago what a read shows may have been. */
	private static final int STALE = 4;

	private static final int MOST_RESTORED = 30;

	private static final Set<StoreFault> UNPUNCTUAL = EnumSet.of(StoreFault.REQUEST_LATE, StoreFault.REQUEST_DOUBLED,
			StoreFault.REPEATED_BY_LIBRARY);

	private final VirtualTime time;

	private final SplittableRandom random;

	private final Map<StoreFault, Long> faults = new EnumMap<>(StoreFault.class);

	private final List<Consumer<@Nullable LeaseRecord>> watches = new ArrayList<>();

	private final StoreRegister register = new StoreRegister(this::written);

	/** When the store forgot what it had acknowledged. */
	private final List<Long> losses = new ArrayList<>();

	private final boolean ownClock;

	private long requests;

	private long takes;

	private long wallMillis;

	/** Some stores tell of no change. */
	private final boolean tells;

	private boolean silent;

	private boolean punctual;

	private boolean faulty = true;

	private long awayUntil;

	private long failingUntil;

	private long slowUntil;

	/** When the last request and answer of before have come. */
	private long quietAt;

	private final Consumer<String> trace;

	/**
	 * A store that fails at random.
	 * @param ownClock whether takes are numbered by its clock, else by that of the taker
	 */
	RandomStore(VirtualTime time, SplittableRandom random, boolean ownClock, long wallMillis, Consumer<String> trace) {
		this(time, random, random.nextBoolean(), ownClock, wallMillis, trace);
	}

	/** A store that fails as it is told to alone. */
	static RandomStore obedient(VirtualTime time, SplittableRandom random, boolean tells, long wallMillis,
			Consumer<String> trace) {
		RandomStore store = new RandomStore(time, random, tells, true, wallMillis, trace);
		store.heal();
		return store;
	}

	private RandomStore(VirtualTime time, SplittableRandom random, boolean tells, boolean ownClock, long wallMillis,
			Consumer<String> trace) {
		this.time = time;
		this.ownClock = ownClock;
		this.trace = trace;
		this.random = random;
		this.tells = tells;
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
		this.failingUntil = 0;
		this.slowUntil = 0;
	}

	boolean isFaulty() {
		return this.faulty;
	}

	long quietAt() {
		return this.quietAt;
	}

	void away(long span) {
		struck(StoreFault.OUTAGE);
		this.awayUntil = this.time.now() + span;
	}

	/** Reads are answered. */
	void failWrites(long span) {
		struck(StoreFault.WRITES_FAIL);
		this.failingUntil = this.time.now() + span;
	}

	void slow(long span) {
		struck(StoreFault.SLOW);
		this.slowUntil = this.time.now() + span;
	}

	void delete() {
		struck(StoreFault.DELETED);
		this.register.delete();
	}

	void writeOver(long token, long durationNanos) {
		struck(StoreFault.WRITTEN_OVER);
		put(new LeaseRecord(null, 0, 0, null, token, durationNanos, this.random.nextBoolean(), null, 0,
				"foreign-" + this.random.nextInt()));
	}

	/** An older copy is put back. */
	void restore() {
		struck(StoreFault.RESTORED);
		this.register.restore(1 + this.random.nextInt(MOST_RESTORED));
		lost();
	}

	/** Another machine goes on as the store, and lacks what was written last. */
	void failOver() {
		struck(StoreFault.WRITES_LOST);
		this.register.restore(1 + this.random.nextInt(2));
		lost();
	}

	/** A copy from before the newest take is put back. */
	boolean restoreBelow() {
		LeaseRecord present = this.register.record();
		for (int writes = 1; present != null && writes <= MOST_RESTORED; writes++) {
			LeaseRecord copy = this.register.earlier(writes);
			if (copy != null && copy.token() < present.token()) {
				this.register.restore(writes);
				return true;
			}
		}
		return false;
	}

	/** What was sent before has come: no request is late, doubled or repeated. */
	void punctual() {
		this.punctual = true;
	}

	/** Somebody writes something else over the record. */
	void put(LeaseRecord other) {
		this.register.put(other);
	}

	/** The last writes are gone. */
	void lose(int writes) {
		this.register.restore(writes);
		lost();
	}

	@Nullable LeaseRecord record() {
		return this.register.record();
	}

	/** What the record was some writes ago. */
	@Nullable LeaseRecord earlier(int writes) {
		return this.register.earlier(writes);
	}

	/** How many writes there have been since a version was the record's. */
	int writesSince(String version) {
		int writes = 0;
		LeaseRecord then = this.register.record();
		while (then == null || !then.version().equals(version)) {
			writes++;
			then = this.register.earlier(writes);
		}
		return writes;
	}

	/** How many requests have been sent. */
	long requests() {
		return this.requests;
	}

	/** How many of them were to take the record. */
	long takes() {
		return this.takes;
	}

	/** What was acknowledged counts no more. */
	void lost() {
		this.losses.add(this.time.now());
	}

	/** How often the store has forgotten something since a time. */
	long lossesSince(long nanos) {
		return this.losses.stream().filter((loss) -> loss >= nanos).count();
	}

	void stepClock(long millis) {
		struck((millis < 0) ? StoreFault.STORE_CLOCK_BACK : StoreFault.STORE_CLOCK);
		this.wallMillis += millis;
	}

	private boolean strikes(StoreFault fault) {
		if (this.punctual && UNPUNCTUAL.contains(fault)) {
			return false;
		}
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
		return span((this.time.now() < this.slowUntil && !this.punctual) ? 3_000 * MILLI : 3 * MILLI);
	}

	private long latency(StoreFault late) {
		return strikes(late) ? span((this.random.nextInt(VERY_LATE_ONE_IN) == 0) ? VERY_LATE : LONG_LATE) : latency();
	}

	private void after(long span, Runnable task) {
		this.quietAt = Math.max(this.quietAt, this.time.now() + span);
		this.time.at(this.time.now() + span, task);
	}

	/**
	 * A link of one process.
	 * @param process does something in it, once it does not stand still
	 */
	Link link(Consumer<Runnable> process, LongSupplier wallMillis) {
		return new Link(process, wallMillis);
	}

	private void request(Link link, LeaseStore.Request request, Consumer<LeaseStore.Answer> answered) {
		this.requests++;
		this.takes += (request instanceof LeaseStore.Request.Take) ? 1 : 0;
		RequestFault fate = link.fate.apply(request);
		if (fate != null) {
			follow(fate, link, request, answered);
			return;
		}
		if (this.time.now() < this.awayUntil || strikes(StoreFault.REQUEST_LOST)) {
			return;
		}
		boolean reads = request instanceof LeaseStore.Request.Read || request instanceof LeaseStore.Request.ReadValue;
		if (this.time.now() < this.failingUntil && !reads) {
			after(latency(), () -> answered.accept(new LeaseStore.Answer.Unknown("it is read-only")));
			return;
		}
		boolean repeated = !reads && strikes(StoreFault.REPEATED_BY_LIBRARY);
		boolean doubled = strikes(StoreFault.REQUEST_DOUBLED);
		long there = latency(StoreFault.REQUEST_LATE);
		long sent = this.time.now();
		after(there, () -> {
			if (link.overtaken(sent)) {
				struck(StoreFault.REQUEST_REORDERED);
			}
			LeaseStore.Answer answer = handle(request, link);
			// a library that repeats cannot tell what came of the first one
			LeaseStore.Answer told = repeated ? handled(handle(request, link)) : answer;
			if (answer instanceof LeaseStore.Answer.Mine mine) {
				link.counts(sent + mine.record().durationNanos());
			}
			if (!strikes(StoreFault.ANSWER_LOST)) {
				after(latency(StoreFault.ANSWER_LATE), () -> answered.accept(told));
			}
		});
		if (doubled) {
			after(there + span(5_000 * MILLI), () -> handle(request, link));
		}
	}

	private void follow(RequestFault fate, Link link, LeaseStore.Request request,
			Consumer<LeaseStore.Answer> answered) {
		if (fate.isLost()) {
			return;
		}
		after(fate.there(), () -> {
			LeaseRecord shown = fate.shown();
			LeaseStore.Answer answer = (shown != null) ? LeaseStore.Answer.read(shown)
					: (fate == RequestFault.REFUSED) ? new LeaseStore.Answer.NotDone() : (fate == RequestFault.FAILED)
							? new LeaseStore.Answer.Unknown("it is read-only") : handle(request, link);
			if (answer instanceof LeaseStore.Answer.Mine mine) {
				link.counts(this.time.now() - fate.there() + mine.record().durationNanos());
			}
			if (!fate.isUnanswered()) {
				after(fate.back(), () -> answered.accept(answer));
			}
		});
	}

	private static LeaseStore.Answer handled(LeaseStore.Answer second) {
		return (second instanceof LeaseStore.Answer.NotDone) ? new LeaseStore.Answer.Unknown("sent twice") : second;
	}

	private LeaseStore.Answer handle(LeaseStore.Request request, Link link) {
		LeaseStore.Answer answer = this.register.handle(request, this.ownClock ? clock() : link.wallMillis());
		if (request instanceof LeaseStore.Request.Read && strikes(StoreFault.READ_STALE)) {
			return LeaseStore.Answer.read(this.register.earlier(1 + this.random.nextInt(STALE)));
		}
		return answer;
	}

	private long clock() {
		return this.wallMillis + this.time.now() / MILLI;
	}

	/** From now on what is written is told to nobody, and nobody knows that. */
	void silence() {
		this.silent = true;
	}

	/** Tells that something may have changed, and perhaps what it is said to be. */
	void hint(@Nullable LeaseRecord told) {
		this.watches.forEach((watch) -> watch.accept(told));
	}

	private void written(LeaseRecord written) {
		this.trace.accept("the record is " + written);
		if (!this.tells || this.silent || this.time.now() < this.awayUntil || strikes(StoreFault.HINT_LOST)) {
			return;
		}
		LeaseRecord stale = this.register.earlier(1);
		for (Consumer<@Nullable LeaseRecord> watch : List.copyOf(this.watches)) {
			after(latency(StoreFault.HINT_LATE), () -> watch.accept(written));
			if (strikes(StoreFault.HINT_DOUBLED)) {
				after(span(LONG_LATE), () -> watch.accept(written));
			}
			if (stale != null && strikes(StoreFault.HINT_STALE)) {
				after(span(LONG_LATE), () -> watch.accept(stale));
			}
		}
	}

	/**
	 * What one process has of the store.
	 */
	final class Link implements LeaseStore {

		private final Consumer<Runnable> process;

		private final LongSupplier wallMillis;

		private Function<LeaseStore.Request, @Nullable RequestFault> fate = (request) -> null;

		private long newest;

		private long countsUntil;

		private Link(Consumer<Runnable> process, LongSupplier wallMillis) {
			this.process = process;
			this.wallMillis = wallMillis;
		}

		/**
		 * From now on this decides what becomes of requests: null for nothing unusual.
		 */
		void fate(Function<LeaseStore.Request, @Nullable RequestFault> decides) {
			this.fate = decides;
		}

		/** A request arrives once more. */
		void repeat(LeaseStore.Request request) {
			handle(request, this);
		}

		private long wallMillis() {
			return this.wallMillis.getAsLong();
		}

		/** Whether a request arrives that was sent before one that has arrived. */
		private boolean overtaken(long sent) {
			boolean is = sent < this.newest;
			this.newest = Math.max(this.newest, sent);
			return is;
		}

		private void counts(long until) {
			this.countsUntil = Math.max(this.countsUntil, until);
		}

		/** Until when this process may lead by what the store has done for it. */
		long countsUntil() {
			return this.countsUntil;
		}

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			CompletableFuture<Answer> answer = new CompletableFuture<>();
			request(this, request, (told) -> this.process.accept(() -> answer.complete(told)));
			return answer;
		}

		@Override
		public boolean keepsValues() {
			return true;
		}

		@Override
		public boolean tellsChanges() {
			return RandomStore.this.tells;
		}

		@Override
		public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
			if (!RandomStore.this.tells) {
				return () -> {
				};
			}
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
