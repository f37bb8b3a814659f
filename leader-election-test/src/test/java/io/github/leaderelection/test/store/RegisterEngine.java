package io.github.leaderelection.test.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in memory, with a flaw. Safe for use from any thread, unless the flaw is
 * just that.
 */
final class RegisterEngine {

	private static final long A_MOMENT = 2_000_000;

	private static final long PATIENCE_SECONDS = 10;

	private static final int REQUESTS_UNTIL_STARTED = 3;

	private final Map<Object, LeaseRecord> records = new HashMap<>();

	private final Map<Object, Answer.Value> values = new HashMap<>();

	private final Map<Object, Long> writes = new HashMap<>();

	private final Map<Object, Long> writtenNanos = new HashMap<>();

	private final long start = System.nanoTime();

	private final CountDownLatch compared = new CountDownLatch(2);

	private final AtomicReference<@Nullable Pause> planned = new AtomicReference<>();

	private final AtomicInteger untilStarted = new AtomicInteger();

	private final Flaw flaw;

	RegisterEngine(Flaw flaw) {
		this.flaw = flaw;
	}

	synchronized void delete(Key key) {
		this.records.remove(name(key));
		this.writes.remove(name(key));
	}

	synchronized @Nullable LeaseRecord get(Key key) {
		LeaseRecord record = this.records.get(name(key));
		return (record != null && this.flaw == Flaw.FORGETS_AFTER_A_WHILE && isExpired(key, record)) ? null : record;
	}

	private boolean isExpired(Key key, LeaseRecord record) {
		return System.nanoTime() - this.writtenNanos.getOrDefault(name(key), System.nanoTime()) > record
			.durationNanos();
	}

	synchronized void put(Key key, LeaseRecord copied) {
		this.records.put(name(key), copied);
	}

	/** The next requests come too early. */
	void restart() {
		this.untilStarted.set(REQUESTS_UNTIL_STARTED);
	}

	Answer handle(Request request) {
		if (this.untilStarted.getAndUpdate((left) -> Math.max(left - 1, 0)) > 0) {
			return (this.flaw == Flaw.ANSWERS_BEFORE_IT_HAS_STARTED) ? new Answer.Missing()
					: new Answer.Unknown("starting");
		}
		Pause pause = (request instanceof Request.Take) ? this.planned.getAndSet(null) : null;
		if (pause != null && this.flaw != Flaw.LOCKS_UNTIL_A_TAKER_HAS_DONE) {
			pause.stand();
		}
		if (this.flaw == Flaw.COMPARES_BEFORE_IT_LOCKS && request instanceof Request.Take take) {
			LeaseRecord old = get(take.key());
			boolean matches = old != null && matches(old, take);
			awaitAnother();
			synchronized (this) {
				return (matches && old != null) ? take(old, take) : new Answer.NotDone();
			}
		}
		if (this.flaw == Flaw.WRITES_IN_TWO_STEPS && request instanceof Request.Take take) {
			return inTwoSteps(take);
		}
		synchronized (this) {
			if (pause != null && this.flaw == Flaw.LOCKS_UNTIL_A_TAKER_HAS_DONE) {
				pause.stand();
			}
			return atOnce(request);
		}
	}

	/** The next take stands still in the middle. */
	Pause pauseNextTake() {
		Pause next = new Pause();
		this.planned.set(next);
		return next;
	}

	/** However slow the machine is, two have compared before one writes. */
	private void awaitAnother() {
		this.compared.countDown();
		await(this.compared);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private Answer inTwoSteps(Request.Take take) {
		LeaseRecord old = get(take.key());
		if (old == null || !matches(old, take)) {
			return new Answer.NotDone();
		}
		synchronized (this) {
			this.records.put(name(take.key()), new LeaseRecord(take.holder(), take.incarnation(), take.attempt(),
					take.url(), old.token(), take.durationNanos(), false, null, 0, old.version()));
		}
		LockSupport.parkNanos(A_MOMENT);
		synchronized (this) {
			return take(old, take);
		}
	}

	private Answer atOnce(Request request) {
		Answer.Value value = this.values.getOrDefault(name(request.key()), Answer.Value.NONE);
		if (request instanceof Request.ReadValue) {
			return value;
		}
		if (request instanceof Request.WriteValue write) {
			return (Objects.equals(value.version(), write.version()) || this.flaw == Flaw.WRITES_OVER_ANY_VALUE)
					? write(write) : new Answer.NotDone();
		}
		LeaseRecord old = get(request.key());
		if (request instanceof Request.Read) {
			return Answer.read(old);
		}
		if (request instanceof Request.Create create) {
			return (old != null && this.flaw != Flaw.CREATES_OVER_A_RECORD) ? new Answer.NotDone() : create(create);
		}
		if (!(request instanceof Request.Change change) || old == null || !matches(old, change)) {
			return new Answer.NotDone();
		}
		if (request instanceof Request.Take take) {
			return take(old, take);
		}
		return (request instanceof Request.Renew renew) ? renew(old, renew) : release(old, (Request.Release) request);
	}

	private Answer write(Request.WriteValue write) {
		int most = (this.flaw == Flaw.CUTS_VALUES) ? Short.MAX_VALUE : Integer.MAX_VALUE;
		Answer.Value written = new Answer.Value(
				(this.flaw == Flaw.NAMES_VALUES_BY_THEIR_TEXT) ? write.text() : Long.toString(write.stamp()),
				write.text().substring(0, Math.min(most, write.text().length())));
		this.values.put(name(write.key()), written);
		return written;
	}

	private boolean matches(LeaseRecord old, Request.Change change) {
		if (this.flaw == Flaw.EXPIRES_BY_ITS_CLOCK && isExpired(change.key(), old)) {
			return true;
		}
		int compared = switch (this.flaw) {
			case COMPARES_TOKENS -> 1;
			case COMPARES_HOLDERS -> 2;
			default -> 0;
		};
		return old.version().split("\n")[compared].equals(change.version().split("\n")[compared]);
	}

	private Answer create(Request.Create create) {
		long token = Math.max(create.leastToken(), System.currentTimeMillis());
		return write(create.key(), create.stamp(),
				new LeaseRecord(null, 0, 0, null, token, create.durationNanos(), create.free(), null, 0, ""));
	}

	private Answer take(LeaseRecord old, Request.Take take) {
		long least = (this.flaw == Flaw.FORGETS_WHAT_THE_TAKER_ASKS_FOR) ? 0 : take.leastToken();
		long risen = (this.flaw == Flaw.KEEPS_THE_TOKEN) ? old.token()
				: Math.max(next(old.token()), (this.flaw == Flaw.FORGETS_THE_CLOCK) ? 0 : System.currentTimeMillis());
		return write(take.key(), take.stamp(), new LeaseRecord(take.holder(), take.incarnation(), take.attempt(),
				take.url(), Math.max(least, risen), take.durationNanos(), false, null, 0, ""));
	}

	private long next(long token) {
		if (this.flaw == Flaw.LETS_TOKENS_OVERFLOW) {
			return Math.max(token, token + 1);
		}
		return (token < LeaseRecord.TOKENS_END) ? token + 1 : 0;
	}

	private Answer renew(LeaseRecord old, Request.Renew renew) {
		long token = (this.flaw == Flaw.RAISES_THE_TOKEN_IN_RENEWALS) ? old.token() + 1 : old.token();
		return write(renew.key(), renew.stamp(),
				new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), token, renew.durationNanos(),
						old.free() && this.flaw == Flaw.KEEPS_A_RENEWED_RECORD_FREE, null, 0, ""));
	}

	private Answer release(LeaseRecord old, Request.Release release) {
		boolean forgets = this.flaw == Flaw.FORGETS_WHO_IS_PREFERRED;
		return write(release.key(), release.stamp(),
				new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
						old.durationNanos(), true, forgets ? null : release.preferred(), release.preferredNanos(), ""));
	}

	private Answer write(Key key, long stamp, LeaseRecord made) {
		long count = this.writes.merge(name(key), 1L, Long::sum);
		String version = switch (this.flaw) {
			case COUNTS_ITS_VERSIONS -> Long.toString(count);
			case COUNTS_THE_VERSIONS_OF_EACH_RECORD -> this.start + "-" + count;
			default -> count + "-" + stamp + "\n" + made.token() + "\n" + made.holder();
		};
		LeaseRecord written = new LeaseRecord(made.holder(), made.incarnation(), made.attempt(), made.url(),
				made.token(), made.durationNanos(), made.free(), made.preferred(), made.preferredNanos(), version);
		this.records.put(name(key), written);
		this.writtenNanos.put(name(key), System.nanoTime());
		return new Answer.Mine(written);
	}

	private Object name(Key key) {
		return (this.flaw == Flaw.JOINS_NAMES) ? key.cluster() + "/" + key.group() : key;
	}

	/**
	 * Where a taker stands still.
	 */
	static final class Pause {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch over = new CountDownLatch(1);

		void awaitBegin() {
			await(this.begun);
		}

		void end() {
			this.over.countDown();
		}

		private void stand() {
			this.begun.countDown();
			await(this.over);
		}

	}

}
