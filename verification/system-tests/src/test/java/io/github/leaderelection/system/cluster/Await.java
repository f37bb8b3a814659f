package io.github.leaderelection.system.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for what must come to pass.
 */
public final class Await {

	private static final long PAUSE_NANOS = 2_000_000;

	private static final long LONG_PAUSE_NANOS = 50_000_000;

	private Await() {
	}

	/**
	 * Waits for a condition.
	 * @param what it is, for the failure
	 * @param limit for how long
	 * @param condition asked again and again
	 */
	public static void until(Supplier<String> what, Duration limit, BooleanSupplier condition) {
		present(what, limit, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
	}

	static <T> T present(Supplier<String> what, Duration limit, Supplier<Optional<T>> question) {
		return present(what, limit, PAUSE_NANOS, question);
	}

	/**
	 * Waits for an answer that says itself since when it holds. It is asked for rarely,
	 * and not at once: a question takes processors from the nodes.
	 */
	static <T> T stamped(Supplier<String> what, Duration limit, Supplier<Optional<T>> question) {
		LockSupport.parkNanos(LONG_PAUSE_NANOS);
		return present(what, limit, LONG_PAUSE_NANOS, question);
	}

	private static <T> T present(Supplier<String> what, Duration limit, long pauseNanos,
			Supplier<Optional<T>> question) {
		long begun = System.nanoTime();
		while (true) {
			Optional<T> answer = question.get();
			if (answer.isPresent()) {
				return answer.get();
			}
			if (System.nanoTime() - begun > limit.toNanos()) {
				throw new AssertionError("Not within " + limit + ": " + what.get());
			}
			LockSupport.parkNanos(pauseNanos);
		}
	}

}
