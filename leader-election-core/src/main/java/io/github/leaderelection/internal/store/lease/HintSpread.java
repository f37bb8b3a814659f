package io.github.leaderelection.internal.store.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Spreads the hint of a release over those who wait, where the store knows how many they
 * are. A few may run at once. Of many about two do, and the others come so much later
 * that they see the take of the first, also where its commit is slow.
 */
public final class HintSpread {

	/** Those who wait are few or many. */
	public static final long UNKNOWN = 0;

	/** So many may ask the store to take at one time. */
	static final int FEW = 5;

	/** How many of many go at once, on the average. */
	private static final double AT_ONCE = 2;

	private static final double LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final double MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(120);

	private HintSpread() {
	}

	/**
	 * Tells of a release after a moment. Does not block.
	 * @param waiters how many are told, this one among them; or {@link #UNKNOWN}
	 * @param hint tells one of them; also called by a thread that serves timers
	 */
	public static void tell(long waiters, Runnable hint) {
		tell(waiters, hint, hint);
	}

	/**
	 * Tells of a release, at once or after a moment. Does not block.
	 * @param waiters how many are told, this one among them; or {@link #UNKNOWN}
	 * @param later does so after a moment; called by a thread that serves timers
	 */
	static void tell(long waiters, Runnable now, Runnable later) {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long nanos = delayNanos(waiters, random.nextDouble(), random.nextDouble());
		if (nanos == 0) {
			now.run();
		}
		else {
			after(nanos, later);
		}
	}

	/**
	 * Tells of a release where those who wait have an order: the first of them at once,
	 * and the next ones so much later that they see its take. Does not block.
	 * @param hint tells this one; also called by a thread that serves timers
	 */
	static void tellInOrder(long ahead, Runnable hint) {
		if (ahead == 0) {
			hint.run();
		}
		else if (ahead < FEW) {
			after(ahead * (long) LEAST_NANOS, hint);
		}
		else {
			tellLater(hint);
		}
	}

	/** Tells of a release after a moment, as if many were told. Does not block. */
	static void tellLater(Runnable hint) {
		after(laterNanos(ThreadLocalRandom.current().nextDouble()), hint);
	}

	private static void after(long nanos, Runnable hint) {
		CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run).execute(hint);
	}

	/**
	 * When one of them goes on. Of those who do not go at once few are early, in case
	 * nobody does.
	 * @param lot below 1, says whether it goes at once
	 * @param place below 1, says when it goes otherwise
	 */
	static long delayNanos(long waiters, double lot, double place) {
		if (waiters == UNKNOWN) {
			return (long) (LEAST_NANOS * Math.sqrt(place));
		}
		if (waiters <= FEW || lot * waiters < AT_ONCE) {
			return 0;
		}
		return laterNanos(place);
	}

	private static long laterNanos(double place) {
		return (long) (LEAST_NANOS + (MOST_NANOS - LEAST_NANOS) * Math.sqrt(Math.sqrt(place)));
	}

}
