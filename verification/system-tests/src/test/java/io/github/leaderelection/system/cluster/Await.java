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
		long begun = System.nanoTime();
		while (true) {
			Optional<T> answer = question.get();
			if (answer.isPresent()) {
				return answer.get();
			}
			if (System.nanoTime() - begun > limit.toNanos()) {
				throw new AssertionError("Not within " + limit + ": " + what.get());
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

}
