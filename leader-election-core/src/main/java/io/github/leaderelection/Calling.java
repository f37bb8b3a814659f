package io.github.leaderelection;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Makes a call that was admitted, and ends its work with it.
 */
final class Calling {

	private Calling() {
	}

	static <T extends @Nullable Object, X extends Exception> LeaderResult<T> call(@Nullable LeaderWork work,
			LeaderCall<T, X> call) throws X {
		if (work == null) {
			return new LeaderResult.Skipped<>();
		}
		boolean goesOn = false;
		try {
			T value = call.call(work.leadership());
			if (value instanceof CompletionStage<?> stage) {
				stage.whenComplete((result, failure) -> work.close());
				goesOn = true;
			}
			return new LeaderResult.Ran<>(value);
		}
		finally {
			if (!goesOn) {
				work.close();
			}
		}
	}

}
